import { describe, expect, it } from 'vitest';
import {
  applyBookChange,
  type Book,
  type BookChange,
  type BookEntry,
  canonicalText,
  emptyBook,
  entryHash,
  kindRecords,
  PolicyError,
  parseBookChange,
} from '../src/index.ts';
import { crew } from './cases/crew.ts';
import { hashOf, stranger } from './fixtures.ts';

const deployment = hashOf('here');
const acme: BookEntry = { chains: ['evm:1', 'evm:31337'], address: stranger, memo: '', assets: [], label: 'Acme' };
const change = (of: Partial<BookChange> = {}): BookChange => ({
  v: '1',
  domain: 'holdfast/book/v1',
  deployment,
  prev: '',
  add: [acme],
  remove: [],
  ...of,
});
const applied = (book: Book, step: BookChange, at = 7) => applyBookChange(book, step, deployment, at);
const listed = applied(emptyBook, change());
if (typeof listed === 'string') throw new Error(listed);

describe('a change of the address book', () => {
  it('lists what it adds from its own time on, and lists no more what it takes away', () => {
    expect(listed.entries.get(entryHash(acme))).toEqual({ entry: acme, since: 7 });
    const emptied = applied(listed, change({ prev: listed.hash, add: [], remove: [entryHash(acme)] }));
    expect(emptied).toMatchObject({ entries: new Map() });
  });

  it('cools an entry down anew that is taken away and added again', () => {
    const again = applied(listed, change({ prev: listed.hash, remove: [entryHash(acme)] }), 9);
    expect(again).toMatchObject({ entries: new Map([[entryHash(acme), { entry: acme, since: 9 }]]) });
  });

  it.each<[string, Partial<BookChange>]>([
    ['otherDeployment', { deployment: hashOf('elsewhere'), prev: listed.hash }],
    ['wrongPrevious', { prev: hashOf('another book') }],
    ['unknownEntry', { prev: listed.hash, add: [], remove: [hashOf('nobody')] }],
    // On one of its chains alone.
    ['duplicateEntry', { prev: listed.hash, add: [{ ...acme, chains: ['evm:5', 'evm:1'], label: 'Acme again' }] }],
    [
      'duplicateEntry',
      {
        prev: listed.hash,
        add: [
          { ...acme, memo: '1' },
          { ...acme, memo: '1', label: 'Twice' },
        ],
      },
    ],
  ])('is refused: %s', (problem, of) => {
    expect(applied(listed, change(of))).toBe(problem);
  });

  const acorn = { chain: 'evm:1', contract: stranger, symbol: 'ACRN', decimals: '7' };
  const ofTokens = (tokens: NonNullable<BookChange['tokens']>): BookChange =>
    change({ v: '3', prev: listed.hash, add: [], tokens });
  const withAcorn = applied(listed, ofTokens({ add: [acorn], remove: [] }));
  if (typeof withAcorn === 'string') throw new Error(withAcorn);

  it('has tokens that members agreed on, each once and as they agreed, until they agree otherwise', () => {
    expect([...withAcorn.tokens.values()]).toEqual([acorn]);
    expect(withAcorn.entries).toBe(listed.entries);
    const after = (tokens: NonNullable<BookChange['tokens']>) =>
      applied(withAcorn, { ...ofTokens(tokens), prev: withAcorn.hash });
    expect(after({ add: [{ ...acorn, decimals: '18' }], remove: [] })).toBe('duplicateToken');
    expect(after({ add: [{ ...acorn, decimals: '18' }], remove: [acorn] })).toBe('duplicateToken');
    const { chain, contract } = acorn;
    expect(after({ add: [], remove: [{ chain: 'evm:5', contract }] })).toBe('unknownToken');
    expect(after({ add: [], remove: [{ chain, contract }] })).toMatchObject({ tokens: new Map() });
  });

  it('about tokens is of the third version, which is for nothing else; earlier ones know none', () => {
    const text = canonicalText(ofTokens({ add: [acorn], remove: [] }));
    expect(parseBookChange(text)).toMatchObject({ tokens: { add: [acorn] } });
    for (const wrong of [
      change({ v: '3' }),
      change({ v: '3', tokens: { add: [], remove: [] } }),
      change({ v: '2', add: [], tokens: { add: [acorn], remove: [] } }),
      change({ v: '1', add: [], tokens: { add: [acorn], remove: [] } }),
      ofTokens({ add: [{ ...acorn, symbol: 'USD\u0421' }], remove: [] }),
      ofTokens({ add: [{ ...acorn, contract: '' }], remove: [] }),
      ofTokens({ add: [{ ...acorn, decimals: '37' }], remove: [] }),
    ])
      expect(() => parseBookChange(canonicalText(wrong))).toThrow(PolicyError);
  });

  it('about tokens is never the asker’s alone, also where it takes one out', () => {
    const { ruled } = kindRecords.book;
    const isInstant = (book: BookChange) => ruled.by === 'workspace' && ruled.isInstant(crew, '', { book });
    expect(isInstant(change({ add: [], remove: [entryHash(acme)] }))).toBe(true);
    expect(isInstant(ofTokens({ add: [], remove: [acorn] }))).toBe(false);
  });

  it('lists one address with another memo beside the first', () => {
    const both = applied(listed, change({ prev: listed.hash, add: [{ ...acme, memo: 'account 9' }] }));
    expect(both).toMatchObject({ entries: { size: 2 } });
  });
});

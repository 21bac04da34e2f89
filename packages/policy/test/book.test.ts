import { describe, expect, it } from 'vitest';
import { applyBookChange, type Book, type BookChange, type BookEntry, emptyBook, entryHash } from '../src/index.ts';
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

  it('lists one address with another memo beside the first', () => {
    const both = applied(listed, change({ prev: listed.hash, add: [{ ...acme, memo: 'account 9' }] }));
    expect(both).toMatchObject({ entries: { size: 2 } });
  });
});

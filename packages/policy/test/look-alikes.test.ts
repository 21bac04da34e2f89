import { describe, expect, it } from 'vitest';
import { type BookEntry, emptyBook, entryHash, type PolicyDocument } from '../src/index.ts';
import {
  areTwins,
  idsOfTwins,
  lookAlikeProblems,
  payeesAlike,
  twinLabels,
  twinMembers,
  twinsOf,
} from '../src/look-alikes.ts';
import { crew } from './cases/crew.ts';

describe('two texts that look the same are twins', () => {
  it.each([
    ['Cyrillic', 'Асе Ltd'],
    ['one Greek letter', 'Αce Ltd'],
    ['a zero width non-joiner', 'Ac\u200ce Ltd'],
    ['a zero width joiner', 'Ac\u200de Ltd'],
    ['a combining grapheme joiner', 'Ac\u034fe Ltd'],
    ['a variation selector', 'Ace\ufe0f Ltd'],
    ['a Hangul filler', 'Ace\u3164 Ltd'],
    ['a halfwidth Hangul filler', 'Ace\uffa0 Ltd'],
    ['a Braille blank', 'Ace Ltd\u2800'],
    ['a blank at its ends', ' Ace Ltd '],
    ['another space', 'Ace\u00a0Ltd'],
    ['two spaces', 'Ace  Ltd'],
    ['full width', 'Ａｃｅ Ｌｔｄ'],
    ['capital letters', 'ACE LTD'],
  ])('%s', (_, twin) => expect(areTwins('Ace Ltd', twin)).toBe(true));

  it.each([
    ['Bill', 'BiIl'],
    ['BILL', 'BlLL'],
    ['Room 10', 'Room lO'],
    ['modern', 'rnodern'],
    ['MODERN', 'rnodern'],
    ['aa', 'Ꜳ'],
  ])('%s and %s', (a, b) => expect(areTwins(a, b)).toBe(true));

  it.each([
    ['Ada', 'Ada'],
    ['Ada', 'Eda'],
    ['王伟', '王玮'],
    ['Анна', 'Anna'],
    ['Signer 1', 'Signer 2'],
    ['José', 'Jose'],
    ['Ace Ltd', 'AceLtd'],
  ])('but %s and %s are not', (a, b) => expect(areTwins(a, b)).toBe(false));
});

const [first, second, ...others] = crew.members;
if (!first || !second) throw new Error('members');
const named = (name: string): PolicyDocument => ({ ...crew, members: [first, { ...second, name }, ...others] });

describe('a new document', () => {
  const twin = `${first.name}\u200d`;
  it('brings no name that looks like another member’s; one that is old may stay', () => {
    expect(lookAlikeProblems(crew, named(twin))).toEqual(['nameLooksAlike']);
    expect(twinMembers(crew, named(twin))).toEqual({ name: twin, like: first.name });
    expect(lookAlikeProblems(undefined, named(twin))).toContain('nameLooksAlike');
    expect(lookAlikeProblems(named(twin), { ...named(twin), version: '9' })).toEqual([]);
    expect(lookAlikeProblems(crew, named('Somebody else'))).toEqual([]);
  });

  it('brings no passkey of another page than the signers’', () => {
    const [origin = ''] = crew.signers.map((one) => one.origin);
    const key = { id: 'cGFzcw', type: 'passkey' as const, publicKey: `02${'4'.repeat(64)}` };
    const rpId = new URL(origin).hostname;
    const of = (where: { rpId: string; origins: string[] }): PolicyDocument => ({
      ...crew,
      members: [{ ...first, credentials: [...first.credentials, { ...key, ...where }] }, second, ...others],
    });
    expect(lookAlikeProblems(crew, of({ rpId, origins: [origin] }))).toEqual([]);
    for (const where of [
      { rpId, origins: [origin, `${origin}1`] },
      { rpId: 'evil.example', origins: ['https://evil.example'] },
      { rpId: 'example', origins: [origin] },
    ]) {
      expect(lookAlikeProblems(crew, of(where))).toEqual(['foreignPasskey']);
      expect(lookAlikeProblems(of(where), of(where))).toEqual([]);
    }
  });

  it('brings device keys from wherever they were made', () => {
    const device = { id: 'ZGV2aWNl', type: 'device' as const, publicKey: 'ab'.repeat(32) };
    const next = { ...crew, members: [{ ...first, credentials: [device] }, second, ...others] };
    expect(lookAlikeProblems(crew, next)).toEqual([]);
  });
});

it('names are held against one another and those there are, and the very same name is no twin', () => {
  expect(twinsOf(['Rent', 'Асе'], ['Ace', 'Rent'])).toEqual([{ name: 'Асе', like: 'Ace' }]);
  expect(twinsOf(['Rent', 'rent'], [])).toEqual([
    { name: 'Rent', like: 'rent' },
    { name: 'rent', like: 'Rent' },
  ]);
  expect(twinsOf(['Ace', 'Bell'], ['Ace', 'Ball'])).toEqual([]);
});

it('members whose names look the same, or are the same, are known by their ids', () => {
  const people = ['Ada', 'Bob', 'Аdа', 'Ada', 'Ann'].map((name, n) => ({ id: `m-${n}`, name }));
  expect([...idsOfTwins(people)]).toEqual(['m-0', 'm-2', 'm-3']);
});

it('a change of the address book brings no label that looks like another', () => {
  const entry = (label: string): BookEntry => ({
    chains: ['evm:1'],
    address: `0x${label.length}`,
    memo: '',
    assets: [],
    label,
  });
  const ace = entry('Ace');
  const book = { ...emptyBook, entries: new Map([[entryHash(ace), { entry: ace, since: 0 }]]) };
  const change = (add: string[], remove: string[] = []) => ({
    ...{ v: '1' as const, domain: 'holdfast/book/v1' as const, deployment: '', prev: '' },
    add: add.map(entry),
    remove,
  });
  expect(twinLabels(book, change(['Асе']))).toEqual(['Асе']);
  expect(twinLabels(book, change(['Асе'], [entryHash(ace)]))).toEqual([]);
  expect(twinLabels(book, change(['Rent', 'Rent\u200c']))).toEqual(['Rent', 'Rent\u200c']);
  expect(twinLabels(book, change(['Ace', 'Rent']))).toEqual([]);
});

it('a payee is like those of another address that look the same and may be paid on one of its networks', () => {
  const listed = (label: string, address: string, ...chains: string[]) => ({
    entry: { chains, address, memo: '', assets: [], label },
    since: 0,
  });
  const ace = listed('Ace', '0x1', 'evm:1', 'evm:10');
  const twin = listed('Асе', '0x2', 'evm:10', 'evm:56');
  const elsewhere = listed('Ace', '0x3', 'evm:56');
  const again = listed('Ace', '0x1', 'evm:1');
  const rent = listed('Rent', '0x4', 'evm:1');
  const entries = new Map([ace, twin, elsewhere, again, rent].map((one) => [entryHash(one.entry), one]));
  expect(payeesAlike(entries, ace)).toEqual([twin]);
  expect(payeesAlike(entries, twin)).toEqual([ace, elsewhere]);
  expect(payeesAlike(entries, rent)).toEqual([]);
  // Each book is its own.
  expect(payeesAlike(new Map([[entryHash(elsewhere.entry), elsewhere]]), twin)).toEqual([elsewhere]);
});

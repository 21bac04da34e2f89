import { type Book, type BookEntry, emptyBook, entryHash, type Intent, type PolicyDocument } from '@holdfast/policy';
import { expect, it } from 'vitest';
import { namedEntries } from '../src/rules/entries.ts';

const entryOf = (label: string): BookEntry => ({
  chains: ['evm:1'],
  address: `0x${label}`,
  memo: '',
  assets: [],
  label,
});
const [paid, gone, ruled, other] = ['paid', 'gone', 'ruled', 'other'].map(entryOf) as [
  BookEntry,
  BookEntry,
  BookEntry,
  BookEntry,
];
const entries = new Map([paid, gone, ruled, other].map((entry) => [entryHash(entry), { entry, since: 1 }]));
const book: Book = { ...emptyBook, entries };
const payment = (hash: string, address = '0xnobody', chain = 'evm:1') =>
  ({ chain, outputs: [{ entry: hash, path: '', address }] }) as unknown as Intent;
const rules = (...hashes: string[]) =>
  ({ senior: hashes.map((hash) => ({ when: { destinations: { entries: [hash] } } })) }) as unknown as PolicyDocument;
const labels = (found: ReturnType<typeof namedEntries>): string[] => found.map(({ entry }) => entry.label);

it('tells people of the entries that a request pays, takes out or makes rules about, and of no others', () => {
  expect(labels(namedEntries(book, payment(entryHash(paid)), {}, rules(entryHash(ruled))))).toEqual(['paid']);
  const change = { add: [], remove: [entryHash(gone), 'e'.repeat(64)] } as never;
  expect(labels(namedEntries(book, payment(''), { book: change }, rules()))).toEqual(['gone']);
  const next = rules(entryHash(ruled));
  expect(labels(namedEntries(book, payment(''), { next }, rules(entryHash(gone))))).toEqual(['gone', 'ruled']);
});

it('tells of the entry of an address that is paid though the request does not name it, on its own network alone', () => {
  expect(labels(namedEntries(book, payment('', other.address), {}, rules()))).toEqual(['other']);
  expect(labels(namedEntries(book, payment('', other.address, 'evm:2'), {}, rules()))).toEqual([]);
});

it('never leaves out the entry that says that no memo is needed, however many there are', () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ ...other, memo: String(n), label: `memo ${n}` }));
  const listed = [...many, other].map((entry) => [entryHash(entry), { entry, since: 1 }] as const);
  const found = labels(
    namedEntries({ ...emptyBook, entries: new Map(listed) }, payment('', other.address), {}, rules()),
  );
  expect(found).toHaveLength(5);
  expect(found).toContain('other');
});

it('tells of other payees on the network whose label is that of who is paid, or looks like it', () => {
  const like = (label: string, address: string, chains = ['evm:1']): BookEntry => ({ ...paid, label, address, chains });
  const others = [
    like('paid', '0xsame'),
    like('p\u0430id', '0xcyrillic'),
    like('paid', '0xelsewhere', ['evm:2']),
    like('unpaid', '0xunlike'),
    { ...like('paid', paid.address), memo: '7' },
  ];
  const listed = [paid, ...others].map((entry) => [entryHash(entry), { entry, since: 1 }] as const);
  const all: Book = { ...emptyBook, entries: new Map(listed) };
  const addresses = namedEntries(all, payment(entryHash(paid)), {}, rules()).map(({ entry }) => entry.address);
  expect(addresses.slice(1).sort()).toEqual(['0xcyrillic', '0xsame']);
});

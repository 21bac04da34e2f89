import { type BookEntry, entryHash } from '@holdfast/policy';
import { testChains } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { addressBook } from '../src/admission/rules.ts';
import { Refusal } from '../src/errors.ts';
import { now, payment } from './scenario.ts';

/** Who is listed with a memo alone cannot tell whose a payment without one is: it is not signed, listed payees only or not. */

const exchange = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
const entryOf = (memo: string, over: Partial<BookEntry> = {}): BookEntry => ({
  chains: ['ton:-3'],
  address: exchange,
  memo,
  assets: [],
  label: `Exchange ${memo}`,
  ...over,
});

const chainAt = (id: string, family: string) => ({ ...testChains[0], id, family });
const chains = new Map([chainAt('ton:-3', 'ton'), chainAt('evm:31337', 'evm')].map((one) => [one.id, one]));

async function outcome(entries: readonly BookEntry[], memo: string, chain = 'ton:-3'): Promise<string> {
  const book = { hash: 'x', entries: new Map(entries.map((entry) => [entryHash(entry), { entry, since: now }])) };
  const facts = { state: { book, held: [], groups: new Map() }, chains, now };
  const intent = payment('evm', { chain, outputs: [{ address: exchange, amount: '1', memo, entry: '', path: '' }] });
  try {
    await addressBook.check(facts as never, { intent });
    return 'passed';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

describe('an address that the book lists with a memo', () => {
  it('is not paid without one, from the moment it is listed, whatever the entry’s coins', async () => {
    expect(await outcome([entryOf('4711')], '')).toBe('memoNeeded');
    expect(await outcome([entryOf('4711', { assets: ['x'] })], '')).toBe('memoNeeded');
    expect(await outcome([entryOf('4711'), entryOf('4712')], '')).toBe('memoNeeded');
  });
  it('is paid with a memo, and without one where an entry says that this can be', async () => {
    expect(await outcome([entryOf('4711')], '4711')).toBe('passed');
    expect(await outcome([entryOf('4711')], 'another')).toBe('passed');
    expect(await outcome([entryOf('4711'), entryOf('')], '')).toBe('passed');
  });
  it('asks nothing of payments to others, on other chains, or on one that carries no memos', async () => {
    expect(await outcome([], '')).toBe('passed');
    expect(await outcome([entryOf('4711', { address: 'other' })], '')).toBe('passed');
    expect(await outcome([entryOf('4711', { chains: ['ton:-239'] })], '')).toBe('passed');
    expect(await outcome([entryOf('4711', { chains: ['evm:31337'] })], '', 'evm:31337')).toBe('passed');
  });
});

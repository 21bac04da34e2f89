import type { ChainConfig } from '@holdfast/chains';
import { testChains } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { addressSpellings, explorerUrl, hashSpellings, speakerOf } from './reference.ts';

const [base] = testChains;
if (!base) throw new Error('no chain');
const chainOf = (id: string): ChainConfig => ({ ...base, id, family: id.split(':')[0] ?? '', assets: [] });
const chains = ['evm:31337', 'bitcoin:regtest', 'tron:devnet', 'ton:-239'].map(chainOf);

const hash = 'b89b15ee'.repeat(8);
/** One account in each of its forms (TEP-2), the first as messages name it. */
const forms = [
  '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
  'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
  'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF',
  'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
] as const;
const kept = forms[3];

it.each<[string, string]>([
  ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['BCRT1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KYGT080', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ['TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8'],
  ...forms.map((form): [string, string] => [form, kept]),
  [` ${kept} `, kept],
])('%s is looked for as %s too, which the books have', (pasted, spelled) => {
  expect(addressSpellings(chains, pasted)).toContain(spelled);
});

it('finds a payee by any form of its address, and by a part of its name', () => {
  for (const typed of [...forms, 'bakery', kept.slice(2, 9)])
    expect(speakerOf(chains, typed)('The Bakery', kept)).toBe(true);
  expect(speakerOf(chains, forms[0])('Another', 'UQDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn')).toBe(false);
});

it('looks for what is no address as it was written', () => {
  expect(addressSpellings(chains, 'sender')).toEqual(['sender']);
});

it('finds a transaction whether or not its family writes 0x before the hash', () => {
  expect(hashSpellings(hash.toUpperCase())).toEqual([hash.toUpperCase(), hash, `0x${hash}`]);
  expect(hashSpellings(`0x${hash}`)).toEqual([`0x${hash}`, hash]);
});

it('links a transaction where the explorer of the chain has it: the operator’s, or the public’s of a known network', () => {
  const at = (id: string, explorer?: string): string =>
    explorerUrl({ ...chainOf(id), ...(explorer === undefined ? {} : { explorer }) }, hash);
  expect(at('evm:31337', 'https://own.example')).toBe(`https://own.example/tx/${hash}`);
  expect(at('evm:1', 'https://own.example/#/{txid}')).toBe(`https://own.example/#/${hash}`);
  expect(at('evm:1')).toBe(`https://etherscan.io/tx/${hash}`);
  expect(at('bitcoin:signet')).toBe(`https://mempool.space/signet/tx/${hash}`);
  expect(at('tron:mainnet')).toBe(`https://tronscan.org/#/transaction/${hash}`);
  expect(at('ton:-239')).toBe(`https://tonviewer.com/transaction/${hash}`);
  expect([at('evm:31337'), at('evm:1', ''), explorerUrl(undefined, hash), explorerUrl(chainOf('evm:1'), '')]).toEqual(
    Array(4).fill(''),
  );
});

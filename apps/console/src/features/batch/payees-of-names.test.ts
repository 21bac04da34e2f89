// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { payeesOfNames } from './payees-of-names.ts';

inConsole();

const coin = { symbol: 'ETH', chain_id: 'evm:1', contract_address: '' };
const addressOf = (digit: number): string => `0x${String(digit).repeat(40)}`;
const row = (address: string, memo = '') => ({ address, memo });

const listedOf = (label: string, digit: number, memo = '') => ({
  ...{ id: String(digit).repeat(64), address: addressOf(digit), memo, label, chains: ['evm:1'], base_symbols: [] },
  ...{ symbols: [], contracts: [], methods: [], type: 1, owner: null, status: 2, white: 1, listed_at: new Date(0) },
  ...{ effective_at: new Date(0), last_used_at: null, used_count: 0, similar: [] },
});
const ownOf = (label: string, digit: number, memo = '') => ({
  ...{ id: digit, address: addressOf(digit), memo, label, note: '', chains: ['evm:1'], symbols: [], contracts: [] },
  ...{ listed: 0, created_at: new Date(0), last_used_at: null, used_count: 0, similar: [] },
});
const books = (listed: readonly object[], own: readonly object[]) =>
  serve({
    'addressBook.withdrawList': () => ({ data: { pageTotal: 1, total: listed.length, list: listed } }),
    'personalBook.list': () => ({ data: { pageTotal: 1, total: own.length, list: own } }),
  });

it('finds whom a row names in either book, in any case, and asks for the coin’s payees alone', async () => {
  const seen = books([listedOf('Acme  Supplies', 1)], [ownOf('Landlord', 2)]);
  const rows = [row('acme supplies'), row(addressOf(3)), row('LANDLORD')];
  expect(await payeesOfNames(rows, coin, false)).toEqual([row(addressOf(1)), row(addressOf(3)), row(addressOf(2))]);
  expect(seen.map(({ form }) => form.get('chain_id'))).toEqual(['evm:1', 'evm:1']);
});

it('leaves a name that is not whole, is nobody’s, or is of several', async () => {
  books([listedOf('Acme', 1), listedOf('Bob', 2), listedOf('Jose', 5)], [ownOf('acme', 3), ownOf('Bob', 2)]);
  const rows = ['Acme', 'Bob', 'Bo', 'José', 'Nobody'].map((name) => row(name));
  const found = await payeesOfNames(rows, coin, false);
  expect(found.map(({ address }) => address)).toEqual(['Acme', addressOf(2), 'Bo', 'José', 'Nobody']);
});

it('takes the memo of the book where the network has memos, unless the row has one', async () => {
  books([listedOf('Desk', 1, '77'), listedOf('Two', 2, '1'), listedOf('Two', 2, '2')], []);
  const rows = [row('Desk'), row('Desk', '5'), row('Two')];
  expect(await payeesOfNames(rows, coin, true)).toEqual([row(addressOf(1), '77'), row(addressOf(1), '5'), row('Two')]);
  expect(await payeesOfNames(rows, coin, false)).toEqual([
    row(addressOf(1)),
    row(addressOf(1), '5'),
    row(addressOf(2)),
  ]);
});

it('reads books to their ends', async () => {
  const page = Array.from({ length: 200 }, () => listedOf('Other', 1));
  serve({
    'addressBook.withdrawList': (form) => ({
      data: { pageTotal: 2, total: 201, list: form.get('page_no') === '2' ? [listedOf('Last', 4)] : page },
    }),
    'personalBook.list': () => ({ code: 100_003, msg: 'Not allowed' }),
  });
  expect(await payeesOfNames([row('Last')], coin, false)).toEqual([row(addressOf(4))]);
});

it('asks for no book where nobody is named, and keeps no draft of names that could not be looked up', async () => {
  const seen = serve({});
  expect(await payeesOfNames([row(addressOf(1)), row('0x12'), row('')], coin, false)).toHaveLength(3);
  expect(seen).toEqual([]);
  await expect(payeesOfNames([row('Acme')], coin, false)).rejects.toThrow();
});

it('puts a name beside an address before its remark, unless the book calls the address so', async () => {
  books([listedOf('Acme', 1), listedOf('Acme', 4)], [ownOf('Landlord', 2)]);
  const paid = (address: string, name: string, remark = '') => ({ ...row(address), remark, name });
  const found = await payeesOfNames(
    [
      paid(addressOf(1), ' acme'),
      paid(addressOf(2), 'Acme'),
      paid(addressOf(3), 'Lena', 'May'),
      paid(addressOf(3), 'Lena'),
      paid('Landlord', 'Landlord'),
    ],
    coin,
    false,
  );
  expect(found.map(({ address, remark }) => [address, remark])).toEqual([
    [addressOf(1), ''],
    [addressOf(2), 'Acme'],
    [addressOf(3), 'Lena · May'],
    [addressOf(3), 'Lena'],
    [addressOf(2), ''],
  ]);
});

// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { madeRows } from './made-rows.ts';

inConsole();

const coin = { symbol: 'USDC', chain_id: 'evm:1', contract_address: '' };
const address = `0x${'1'.repeat(40)}`;
const row = (amount: string) => ({ ...{ address, memo: '', remark: '', seen: 0 as const }, amount });
const at = (price_usd: string | null) => ({ memos: false, price: { price_usd, price_time: null, decimals: 6 } });
const amounts = async (price: string | null, ...written: string[]) => {
  const { rows, fromDollars } = await madeRows(written.map(row), coin, at(price));
  return [fromDollars, ...rows.map(({ amount }) => amount)];
};

it('turns dollars into coin by the price of the moment, never more than was written, and counts them', async () => {
  expect(await amounts('3', '$40', '40', '$0.01')).toEqual([2, '13.3333', '40', '0.0033']);
  expect(await amounts('0.3', '$1')).toEqual([1, '3.3333']);
});

it('leaves dollars where nobody knows a price, and what may be another amount', async () => {
  expect(await amounts(null, '$40')).toEqual([0, '$40']);
  expect(await amounts('3', '$1,234', '$0', '$-5')).toEqual([0, '$1,234', '$0', '$-5']);
});

it('keeps a link that is not read whole, and its name as the remark', async () => {
  const none = { pageTotal: 1, total: 0, list: [] };
  const unread = { fault: 'coin', network: '', coin: null, payee: '', amount: null, amount_left_out: false };
  serve({
    'addressBook.withdrawList': () => ({ data: none }),
    'personalBook.list': () => ({ data: none }),
    'withdraw.addressLink': () => ({ data: { ...unread, memo: '', remark: '' } }),
  });
  const link = `ethereum:${address}?label=${'a'.repeat(200)}`;
  const { rows, fromNames } = await madeRows([{ ...row('1'), address: link, name: 'Lena' }], coin, at(null));
  expect(rows).toEqual([{ ...row('1'), address: link, remark: 'Lena' }]);
  expect(fromNames).toBe(true);
});

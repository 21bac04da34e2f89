import { transactionType } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { monthOf, readMonth, spanOf, totalsOf, worthOfAll } from './statement.ts';

const row = {
  ...{
    type: 1,
    direction: 'in' as const,
    symbol: 'ETH',
    symbol_alias: 'ETH',
    coin_net: 'Ethereum',
    contract_address: '',
  },
  ...{ amount: '0.1', fee_symbol: '', real_fee: null, fee_worth_usd: null, worth_usd: '300.5' },
};
const paid = {
  ...row,
  direction: 'out' as const,
  fee_symbol: 'ETH',
  real_fee: '0.000000000000000001',
  fee_worth_usd: '0.25',
};

it('adds up each coin of each network exactly, and fees with the coin that they were paid in', () => {
  const token = { ...paid, symbol: 'USDC', symbol_alias: 'USDC', contract_address: '0xaa', amount: '250.5' };
  const totals = totalsOf([row, { ...row, amount: '0.2' }, paid, token, { ...token, coin_net: 'Optimism' }]);
  expect(totals.map(({ key: _, incomingUsd: _in, outgoingUsd: _out, feesUsd: _fees, ...total }) => total)).toEqual([
    { symbol: 'ETH', network: 'Ethereum', incoming: '0.3', outgoing: '0.1', fees: '0.000000000000000002' },
    { symbol: 'USDC', network: 'Ethereum', incoming: '0', outgoing: '250.5', fees: '0' },
    { symbol: 'USDC', network: 'Optimism', incoming: '0', outgoing: '250.5', fees: '0' },
    { symbol: 'ETH', network: 'Optimism', incoming: '0', outgoing: '0', fees: '0.000000000000000001' },
  ]);
});

it('adds up what it was worth when it was final, and says nothing where that is not known of all', () => {
  const token = { ...paid, symbol: 'USDC', symbol_alias: 'USDC', contract_address: '0xaa', worth_usd: '250.25' };
  const usd = (rows: Parameters<typeof totalsOf>[0]) => {
    const totals = totalsOf(rows);
    const each = totals.map((one) => [one.symbol, one.incomingUsd, one.outgoingUsd, one.feesUsd]);
    return [...each, (['incomingUsd', 'outgoingUsd', 'feesUsd'] as const).map((way) => worthOfAll(totals, way))];
  };
  expect(usd([row, row, paid, token])).toEqual([
    ['ETH', '601', '300.5', '0.5'],
    ['USDC', '0', '250.25', '0'],
    ['601', '550.75', '0.5'],
  ]);
  expect(usd([row, { ...token, worth_usd: null }, { ...token, fee_worth_usd: null }])).toEqual([
    ['ETH', '300.5', '0', null],
    ['USDC', '0', null, '0'],
    ['300.5', null, null],
  ]);
});

it('has nothing of NFTs, which are no money', () => {
  expect(totalsOf([{ ...row, type: transactionType.nft, symbol: 'NFT', symbol_alias: 'NFT', amount: '3' }])).toEqual(
    [],
  );
});

it('reads months as addresses have them, and knows where each ends', () => {
  for (const text of [undefined, '', '2026', '2026-13', '2026-11-01', '../x']) expect(readMonth(text)).toBeUndefined();
  expect(readMonth('2026-12')).toBe('2026-12');
  const { start, end } = spanOf('2026-12');
  expect([monthOf(start), monthOf(new Date(end.getTime() - 1)), monthOf(end)]).toEqual([
    '2026-12',
    '2026-12',
    '2027-01',
  ]);
});

import { expect, test } from 'vitest';
import { slicesOf } from './view.ts';

test('the ring shows what has a value, by symbol, and the small ones as one', () => {
  const coin = (symbol: string, asset_usd: string | null) => ({ symbol, asset_usd });
  expect(
    slicesOf([coin('ETH', '1'), coin('USDT', '2'), coin('USDT', '3'), coin('TON', '0'), coin('X', null)], 'Others'),
  ).toEqual([
    { name: 'USDT', value: 5 },
    { name: 'ETH', value: 1 },
  ]);
  const many = Array.from({ length: 8 }, (_, n) => coin(`C${n}`, String(8 - n)));
  expect(slicesOf(many, 'Others').map(({ name, value }) => `${name} ${value}`)).toEqual([
    'C0 8',
    'C1 7',
    'C2 6',
    'C3 5',
    'C4 4',
    'Others 6',
  ]);
});

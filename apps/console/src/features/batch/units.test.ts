import { expect, it } from 'vitest';
import { inUnit, withoutUnit } from './units.ts';

it('takes off the coin that is paid, and no other', () => {
  expect(['5 ETH', '5eth', 'ETH 5', '1,234.5 Eth'].map((text) => withoutUnit(text, 'ETH'))).toEqual([
    ...['5', '5', '5', '1,234.5'],
  ]);
  for (const text of ['5 USDC', '5', '', 'ETH', '1e5', '0x10', '5 ETHX']) expect(withoutUnit(text, 'ETH')).toBe(text);
});

it('says what an amount is of', () => {
  expect(inUnit('5 USDC')).toEqual({ amount: '5', unit: 'USDC' });
  expect(inUnit('EUR 5')).toEqual({ amount: '5', unit: 'EUR' });
  expect(inUnit('€50')).toEqual({ amount: '50', unit: '€' });
  expect(inUnit('50 £')).toEqual({ amount: '50', unit: '£' });
  expect(['5', '1e5', '-5 ETH', 'rent'].map(inUnit)).toEqual([undefined, undefined, undefined, undefined]);
});

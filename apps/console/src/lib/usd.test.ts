import { fromUnits, toUnits } from '@holdfast/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinOfUsd } from './usd.ts';

describe('US dollars', () => {
  it.each([
    ['100', '3000', 18, '0.0333333'],
    ['0.01', '3', 2, '0'],
    ['1234.56', '1', 6, '1234.56'],
    ['1', '0.0000123', 6, '81300.813'],
  ])('%s at %s each are %s coin of %i decimals, rounded down', (usd, price, decimals, coin) =>
    expect(coinOfUsd(usd, price, decimals)).toBe(coin),
  );
  it('are no amount without a price, or where somebody has not written one yet', () => {
    expect(coinOfUsd('1', null, 6)).toBeUndefined();
    for (const text of ['', '0', '.']) expect(coinOfUsd(text, '3000', 18)).toBeUndefined();
    expect(coinOfUsd('1', '0', 6)).toBeUndefined();
  });
  it('never come to more than was written, and to less by a thousandth of a dollar or less than a unit', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 14n });
    const price = fc.bigInt({ min: 1n, max: 10n ** 16n });
    fc.assert(
      fc.property(cents, price, fc.integer({ min: 0, max: 18 }), (cent, units, decimals) => {
        const coin = coinOfUsd(fromUnits(cent, 2), fromUnits(units, 8), decimals) ?? '';
        const paid = toUnits(coin, decimals);
        const worth = cent * 10n ** BigInt(decimals + 6);
        const short = worth - paid * units;
        expect(short >= 0n && (short < units || short * 1_000n <= 10n ** BigInt(decimals + 8))).toBe(true);
      }),
    );
  });
});

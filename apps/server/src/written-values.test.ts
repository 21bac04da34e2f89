import { nearestCents } from '@holdfast/policy';
import { randomFrom } from '@holdfast/testkit/random';
import { expect, it } from 'vitest';
import { type AssetPrice, writtenValue } from './written-values.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const draws = randomFrom(seed);
const price = (asset_id: number): AssetPrice => ({
  asset_id,
  decimals: draws.between(0, 18),
  usd: `${draws.between(0, 3) === 0 ? 0 : draws.between(0, 90_000)}.${draws.between(1, 10 ** draws.between(1, 9))}`,
});

it('finds exactly the amounts whose value, to the nearest cent, is what was written', () => {
  console.log(`seed ${seed}`);
  for (let n = 0; n < 2_000; n++) {
    const one = price(n);
    const whole = String(draws.between(0, 4) === 0 ? 0 : draws.between(0, 5_000));
    const text = ['', `.${draws.between(0, 9)}`, `.${String(draws.between(0, 99)).padStart(2, '0')}`][n % 3] ?? '';
    const value = writtenValue(`$${whole}${text}`, () => [one]);
    const told = `seed ${seed}: $${whole}${text} of ${JSON.stringify(one)}`;
    if (!value) throw new Error(told);
    const isIn = (units: bigint): boolean => {
      const cents = nearestCents(units, one.decimals, one.usd);
      return cents >= value.cents.least && cents <= value.cents.most;
    };
    const [span] = value.units;
    // No amount of a coin of few decimals may be worth it.
    if (!span) continue;
    expect([span.least, span.most].map(isIn), told).toEqual([true, true]);
    expect(span.least > 1n && isIn(span.least - 1n), told).toBe(false);
    expect(isIn(span.most + 1n), told).toBe(false);
  }
});

it('reads dollars as people write them, and takes nothing else for some', () => {
  const centsOf = (text: string) => {
    const cents = writtenValue(text, () => [])?.cents;
    return cents && [cents.least, cents.most];
  };
  for (const text of [
    '$1,234.50',
    '1234.50 USD',
    '$ 1 234,50',
    '1,234.50$',
    'US$1234.50',
    '＄1234.50'.replace('＄', '$'),
  ])
    expect(centsOf(text), text).toEqual([123_450n, 123_450n]);
  expect(centsOf('$40')).toEqual([4_000n, 4_099n]);
  expect(centsOf('$40.1')).toEqual([4_010n, 4_019n]);
  for (const text of ['40', '$', 'usd', '$40.125', '$-4', '$1e3', 'pay $40', '40 EUR', '$1.2.3', `$${'9'.repeat(16)}`])
    expect(centsOf(text), text).toBeUndefined();
});

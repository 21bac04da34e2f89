import { expect, test } from 'vitest';
import type { AssetId } from '../../ledger/service.ts';
import { worthOf } from './rules.ts';

const payment = { asset_id: 1 as AssetId, amount: 5n, worth_cents: null };
const now = (_asset: AssetId, units: bigint) => units * 10_050n;

test('what was paid is worth what it was then, and everything else what it would be now, also where it came to nothing', () => {
  expect(worthOf(payment, now)).toBe('502.5');
  expect(worthOf({ ...payment, worth_cents: 4_000n }, now)).toBe('40');
});

test('what has no price is worth nothing that could be told', () => {
  expect(worthOf(payment, () => null)).toBeNull();
});

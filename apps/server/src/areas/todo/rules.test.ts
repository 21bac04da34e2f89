import { orderStatus } from '@holdfast/contract';
import { expect, test } from 'vitest';
import type { AssetId } from '../../ledger/service.ts';
import { worthOf } from './rules.ts';

const payment = { asset_id: 1 as AssetId, amount: 5n, worth_cents: null };
const now = (_asset: AssetId, units: bigint) => units * 10_050n;

test('what can be paid is worth what it is now, and what was paid what it was then', () => {
  for (const status of [orderStatus.awaitingApproval, orderStatus.awaitingSignature, orderStatus.paying])
    expect(worthOf({ ...payment, status }, now)).toBe('502.5');
  expect(worthOf({ ...payment, status: orderStatus.done, worth_cents: 4_000n }, now)).toBe('40');
});

test('what came to nothing is worth nothing that could be told, and so is what has no price', () => {
  for (const status of [orderStatus.approvalRefused, orderStatus.failed])
    expect(worthOf({ ...payment, status }, now)).toBeNull();
  expect(worthOf({ ...payment, status: orderStatus.done }, now)).toBeNull();
  expect(worthOf({ ...payment, status: orderStatus.awaitingApproval }, () => null)).toBeNull();
});

import { orderStatus } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { againText, wayAgain } from './again.ts';

it('asks again for one payment to one payee: repeats what was made, and corrects what came to nothing', () => {
  const payee = { address: 'x', amount: '1', memo: '' };
  const again = (status: number, type = 2, payees = 1, stake: Parameters<typeof againText>[0]['stake'] = null) =>
    againText({ type, status, outputs: Array.from({ length: payees }, () => payee), stake });
  const allowed = { kind: 'allowance', about: '', resource: '', lock_blocks: 0, lock_ms: 0 } as const;
  expect(again(orderStatus.done)).toBe('tx.repeat');
  for (const status of [2100, 2200, 2201, 2202, 2300, 2400]) expect(again(status)).toBe('tx.sendAgain');
  for (const status of [1000, 1100, 1200]) expect(again(status)).toBeUndefined();
  expect([again(orderStatus.done, 1), again(orderStatus.done, 2, 2)]).toEqual([undefined, undefined]);
  // What was allowed was not paid, and is never offered as a payment.
  expect(again(orderStatus.done, 2, 1, allowed)).toBeUndefined();
});

it('leads to the form of the same coin and wallet, with the order it begins with', () => {
  const paid = { symbol: 'USDC', chain_id: 'evm:1', contract_address: '0xa1', sub_wallet_id: 3 };
  expect(wayAgain(7, paid)).toEqual(['USDC@evm:1@0xa1', '3', 'order-7']);
});

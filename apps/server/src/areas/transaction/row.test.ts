import { orderStatus, transactionType } from '@holdfast/contract';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { entryRow, type View } from './row.ts';

const waiting = {
  ...{ id: 7, type: transactionType.withdraw, kind: 'withdraw', call: '', status: orderStatus.awaitingApproval },
  ...{
    initiator: 'm-ada',
    address_from: '',
    address_to: '',
    outputs: null,
    memo: '',
    symbol: 'ETH',
    way: '',
    tags: [],
  },
  ...{ amount: 1n, decimals: 18, max_fee: 1n, fee_decimals: 18, real_fee: null, token_id: null, worth_cents: null },
} as unknown as Entry;
const seenBy = (people: (typeof ada)[]) =>
  ({
    ...{ catalog: { chain: () => undefined }, document: policyOf(people), caller: { ...ada.member, wallets: [] } },
    ...{ heights: new Map(), walletNames: new Map(), labelOf: () => '', isOwn: () => false },
  }) as unknown as View;

test('a payment waits for the signature of who asked for it, but for one of a sole member, whose approval that is', () => {
  const awaits = (unsigned: boolean, people: (typeof ada)[]): boolean =>
    entryRow({ ...waiting, unsigned }, seenBy(people)).awaits_initiator;
  expect([awaits(true, [ada, bob]), awaits(false, [ada, bob]), awaits(true, [ada])]).toEqual([true, false, false]);
});

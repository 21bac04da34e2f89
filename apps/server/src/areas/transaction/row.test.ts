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
  ...{
    amount: 1n,
    decimals: 18,
    max_fee: 1n,
    fee_decimals: 18,
    real_fee: null,
    token_id: null,
    worth_cents: null,
    fee_worth_cents: null,
  },
} as unknown as Entry;
const seenBy = (people: (typeof ada)[]) =>
  ({
    ...{ catalog: { chain: () => undefined }, document: policyOf(people), caller: { ...ada.member, wallets: [] } },
    ...{ heights: new Map(), walletNames: new Map(), labelOf: () => '', rowRemarks: new Map(), isOwn: () => false },
  }) as unknown as View;

test('a payment waits for the signature of who asked for it, but for one of a sole member, whose approval that is', () => {
  const awaits = (unsigned: boolean, people: (typeof ada)[]): boolean =>
    entryRow({ ...waiting, unsigned }, seenBy(people)).awaits_initiator;
  expect([awaits(true, [ada, bob]), awaits(false, [ada, bob]), awaits(true, [ada])]).toEqual([true, false, false]);
});

test('each payee of a batch stands with its own name and what its row remarks, for whoever may read the book', () => {
  const outputs = ['0xa', '0xb'].map((address) => ({ address, amount: '1', memo: '' }));
  const labelOf = ({ address }: { readonly address: string }): string => (address === '0xb' ? 'Landlord' : '');
  const view = { ...seenBy([ada]), labelOf, rowRemarks: new Map([[7, ['Wages', 'Rent']]]) } as View;
  const told = (caller: object) =>
    entryRow({ ...waiting, outputs } as Entry, { ...view, caller: { ...view.caller, ...caller } }).outputs.map(
      ({ label, remark }) => [label, remark],
    );
  expect(told({})).toEqual([
    ['', 'Wages'],
    ['Landlord', 'Rent'],
  ]);
  expect(told({ role: 'nobody' }).map(([label]) => label)).toEqual(['', '']);
});

test('a deposit is told with nobody’s name beside the address that it came to', () => {
  const deposit = { ...waiting, type: transactionType.deposit, address_from: '0xa', address_to: '0xours' } as Entry;
  const { outputs, counterparty_label } = entryRow(deposit, { ...seenBy([ada]), labelOf: () => 'Customer' } as View);
  expect([outputs.map(({ label }) => label), counterparty_label]).toEqual([[''], 'Customer']);
});

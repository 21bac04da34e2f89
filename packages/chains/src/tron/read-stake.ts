import { ChainError } from '../errors.ts';
import { addressIn, type Fields, numberIn, only, readMessage } from './parse.ts';
import type { StakeDeed } from './stake.ts';

interface Form {
  readonly number: bigint;
  readonly deed: StakeDeed['kind'];
  /** Numbers of its fields; 0 where it has none. */
  readonly amount: number;
  readonly resource: number;
  readonly receiver: number;
  readonly lock: number;
  readonly period: number;
}
const none = { amount: 0, resource: 0, receiver: 0, lock: 0, period: 0 };

/** What is done with stake, by the name of its message. */
const forms = new Map<string, Form>([
  ['FreezeBalanceV2Contract', { ...none, number: 54n, deed: 'stake', amount: 2, resource: 3 }],
  ['UnfreezeBalanceV2Contract', { ...none, number: 55n, deed: 'unstake', amount: 2, resource: 3 }],
  ['WithdrawExpireUnfreezeContract', { ...none, number: 56n, deed: 'unfrozen' }],
  [
    'DelegateResourceContract',
    { number: 57n, deed: 'delegate', resource: 2, amount: 3, receiver: 4, lock: 5, period: 6 },
  ],
  ['UnDelegateResourceContract', { ...none, number: 58n, deed: 'reclaim', resource: 2, amount: 3, receiver: 4 }],
]);
const resources = ['bandwidth', 'energy'];

/** The words of an intent's call. A lock without a period, or a period without a lock, is none of ours. */
function callOf(fields: Fields, { resource, lock, period }: Form, name: string): string {
  if (resource === 0) return '';
  const word = resources[Number(numberIn(fields, resource, 'resource'))];
  if (word === undefined) throw new ChainError('badBytes', `${name}: resource`);
  const [locks, blocks] = lock === 0 ? [0n, 0n] : [numberIn(fields, lock, 'lock'), numberIn(fields, period, 'period')];
  if (locks > 1n || (locks === 1n) !== blocks > 0n) throw new ChainError('badBytes', `${name}: lock`);
  return locks === 0n ? word : `${word} lock ${blocks}`;
}

/** A message about stake, read back; undefined for another. @throws ChainError `badBytes` */
export function readStakeContract(
  name: string,
  number: bigint,
  value: Uint8Array,
): (StakeDeed & { readonly contract: '' }) | undefined {
  const form = forms.get(name);
  if (form?.number !== number) return undefined;
  const numbers = [1, form.amount, form.resource, form.receiver, form.lock, form.period].filter((each) => each > 0);
  const fields = only(readMessage(value), numbers, name);
  const from = addressIn(fields, 1, 'owner');
  return {
    kind: form.deed,
    from,
    to: form.receiver === 0 ? from : addressIn(fields, form.receiver, 'receiver'),
    amount: form.amount === 0 ? 0n : numberIn(fields, form.amount, 'amount'),
    call: callOf(fields, form, name),
    contract: '',
  };
}

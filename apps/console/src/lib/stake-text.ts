import type { TransactionRecord } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import { durationUp } from '@holdfast/review/duration';
import type { TFunction } from 'i18next';

type Told = NonNullable<TransactionRecord['stake']>;
export interface StakeOrder {
  readonly stake: Told;
  /** With its symbol. */
  readonly amount: string;
  /** Whom it names: the receiver of a delegation, a spender, or the account itself. */
  readonly address_to: string;
}

type Addressee =
  | 'stake.receiver'
  | 'stake.reclaimedFrom'
  | 'stake.account'
  | 'stake.contract'
  | 'stake.named'
  | 'allowance.spender';
const addressees: Readonly<Record<Told['kind'], Addressee>> = {
  stake: 'stake.account',
  unstake: 'stake.account',
  unfrozen: 'stake.account',
  delegate: 'stake.receiver',
  reclaim: 'stake.reclaimedFrom',
  allowance: 'allowance.spender',
  endless: 'allowance.spender',
  revocation: 'allowance.spender',
  call: 'stake.contract',
  child: 'stake.account',
  message: 'stake.named',
  deploy: 'stake.account',
  inscription: 'stake.receiver',
  brc20: 'stake.receiver',
};
/** What the address of an order about stake is to it: nobody is paid. */
export const addressText = ({ kind }: Told): Addressee => addressees[kind];

/** Everything is no amount, and taking back has none. */
const amountless: readonly Told['kind'][] = [
  'unfrozen',
  'endless',
  'revocation',
  'child',
  'message',
  'deploy',
  'inscription',
  'brc20',
];
/** Does it end with a signature, and no transaction? */
export const isSigned = (stake: Told | null): boolean => stake !== null && ['message'].includes(stake.kind);

/** Is there an amount to tell? */
export const hasAmount = (stake: Told | null): boolean => stake === null || !amountless.includes(stake.kind);

const lockUnits = { days: 'stake.lockDays', hours: 'stake.lockHours', minutes: 'stake.lockMinutes' } as const;

/** About so long, as the signer's page says it too. */
function durationText(t: TFunction, ms: number): string {
  const { unit, count } = durationUp(ms);
  return t(lockUnits[unit], { count });
}

/** For how long a delegation is locked: in blocks, which is what is signed, and in time. */
export function lockText(t: TFunction, { lock_blocks, lock_ms }: Told): string {
  const blocks = t('stake.blocks', { count: lock_blocks });
  return lock_ms === 0 ? blocks : t('stake.lockAbout', { blocks, time: durationText(t, lock_ms) });
}

/** What an order does where it pays nobody, in a sentence without its wallet. */
export function stakeSentence(t: TFunction, { stake, amount, address_to }: StakeOrder): string {
  const resource = stake.resource === '' ? '' : t(`stake.in.${stake.resource}`);
  return t(`stake.do.${stake.kind}`, { amount, resource, address: shortenHash(address_to) });
}

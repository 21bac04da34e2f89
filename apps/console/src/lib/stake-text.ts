import type { TransactionRecord } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import type { TFunction } from 'i18next';

type Told = NonNullable<TransactionRecord['stake']>;
export interface StakeOrder {
  readonly stake: Told;
  /** With its symbol. */
  readonly amount: string;
  /** Whom it names: the receiver of a delegation, or the account itself. */
  readonly address_to: string;
}

/** Is somebody else concerned? */
export const hasReceiver = ({ kind }: Told): boolean => kind === 'delegate' || kind === 'reclaim';

/** What an order does with stake, in a sentence without its wallet. */
export function stakeSentence(t: TFunction, { stake, amount, address_to }: StakeOrder): string {
  const resource = stake.resource === '' ? '' : t(`stake.in.${stake.resource}`);
  return t(`stake.do.${stake.kind}`, { amount, resource, address: shortenHash(address_to) });
}

import { kindRecords } from '@holdfast/policy';
import { type OrderKind, type OrderRequest, totalOf } from '../request.ts';
import { allowance } from './allowance.ts';
import { batch, row } from './batch.ts';
import { brc20, step } from './brc20.ts';
import { bump } from './bump.ts';
import { call } from './call.ts';
import { child } from './child.ts';
import { deploy } from './deploy.ts';
import { disperse } from './disperse.ts';
import { drop } from './drop.ts';
import { inscription } from './inscription.ts';
import type { Attempting, OrderKindRecord } from './kind.ts';
import { message } from './message.ts';
import { speedup } from './speedup.ts';
import { delegate, reclaim, stake, unfrozen, unstake } from './stake.ts';
import { withdraw } from './withdraw.ts';

/** Every kind of order. */
export const orderKinds: Readonly<Record<OrderKind, OrderKindRecord>> = {
  withdraw,
  speedup,
  drop,
  bump,
  stake,
  unstake,
  unfrozen,
  delegate,
  reclaim,
  allowance,
  batch,
  row,
  disperse,
  call,
  child,
  message,
  deploy,
  inscription,
  brc20,
  step,
};

const kinds = Object.keys(orderKinds) as readonly OrderKind[];
/** The kinds of which something holds. */
export const kindsThat = (holds: (record: OrderKindRecord) => boolean): OrderKind[] =>
  kinds.filter((kind) => holds(orderKinds[kind]));

/** The kinds that are listed as one type of transaction. */
export const kindsListed = (type: OrderKindRecord['listed']): OrderKind[] => kindsThat(({ listed }) => listed === type);

/** The kinds by which somebody may take tokens. */
export const allowingKinds = kindsThat(({ intent }) => kindRecords[intent].moves === 'allowance');

/** The kinds that call contracts. */
export const callingKinds = kindsThat(({ intent }) => kindRecords[intent].moves === 'call');

/** Base units of its amount that an order takes out of what is available; the rest of it, it only names. */
export const takenOf = (request: OrderRequest): bigint =>
  orderKinds[request.kind].goes === 'nowhere' ? 0n : totalOf(request);

/** Undefined for a kind that a later release wrote. */
export function findKind(kind: string): OrderKindRecord | undefined {
  const name = kinds.find((one) => one === kind);
  return name && orderKinds[name];
}

/** @throws Error for a row of a kind that a later release wrote */
export function orderKindOf({ id, kind }: { readonly id: number; readonly kind: string }): OrderKindRecord {
  const found = findKind(kind);
  if (!found) throw new Error(`order ${id}: ${kind} is no kind of order`);
  return found;
}

/** May this take the place of an order of the kind on the chain, while that is under way? */
export function mayReplace(kind: string, attempt: Attempting): boolean {
  const record = findKind(kind);
  const replaced = record ? kindRecords[record.intent].replaced : 'never';
  return replaced === 'again' || (replaced === 'drop' && attempt === 'drop');
}

/** What takes another payment's place by an order of this kind; undefined where it is a payment of its own. */
export const attemptedBy = (kind: string): Attempting | undefined => findKind(kind)?.attempts;
/** Is nothing paid by it, in a payment's place? */
export const dropsPayment = (kind: string): boolean => attemptedBy(kind) === 'drop';
/** Is it a payment's own intent once more? */
export const isAgain = ({ kind }: { readonly kind: string }): boolean => findKind(kind)?.isAgain === true;
/** Is it sent once more for a higher fee where its sub-wallet has a rule for that? */
export const isBumped = (kind: OrderKind): boolean => orderKinds[kind].isBumped === true;

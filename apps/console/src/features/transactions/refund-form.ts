import type { contract, DepositId, Output } from '@holdfast/contract';
import { isAmount } from '../../lib/amount.ts';
import { fieldsLike } from '../../lib/kept-form.ts';
import { tierOf } from './view.ts';

export type RefundInfo = Output<typeof contract.withdraw.refundInfo>;
export type RefundLevel = 1 | 2 | 3;

/** What somebody writes; '' is what the server offers. */
export interface RefundForm {
  /** Another address than the one who paid. */
  readonly to: string;
  readonly elsewhere: boolean;
  readonly amount: string;
  readonly memo: string;
  readonly level: RefundLevel;
  readonly looked: boolean;
}
export const newRefund: RefundForm = { to: '', elsewhere: false, amount: '', memo: '', level: 2, looked: false };

/** Of what somebody left. Warnings are looked at anew: there may be others by now. */
export const readRefund = (value: unknown): RefundForm =>
  fieldsLike(newRefund, value, { level: [1, 2, 3], looked: [false] });

/** Something that would be lost; who of those who paid gets it is chosen anew at once. */
export const isWritten = ({ payers }: RefundInfo, { to, elsewhere, amount, memo }: RefundForm): boolean =>
  [elsewhere || payers.length === 0 ? to : '', amount, memo].some((text) => text.trim() !== '');

/** Somebody else than who paid is to get it, and nobody has written whom. */
export const lacksPayee = (info: RefundInfo, { elsewhere, to }: RefundForm): boolean =>
  info.address_to === '' || (elsewhere && to.trim() === '');

/** An amount, or nothing for all of it. */
export const isSound = (amount: string): boolean => amount.trim() === '' || isAmount(amount.trim());

/** Can it be asked for? What only the server knows, it says then. */
export function isReady(info: RefundInfo, form: RefundForm): boolean {
  const memo = !info.need_memo || form.memo.trim() !== '';
  const looked = info.warnings.length === 0 || form.looked;
  return info.problem === '' && memo && looked && isSound(form.amount) && !lacksPayee(info, form);
}

/** As it was shown: where it goes, how much, and for what fee at most. */
export function refundAsk(deposit_id: DepositId, info: RefundInfo, form: RefundForm) {
  const max_fee = tierOf(info, form.level)?.max_fee;
  return {
    deposit_id,
    address_to: info.address_to,
    amount: form.amount.trim() === '' ? info.refundable : form.amount.trim(),
    memo: info.support_memo ? form.memo.trim() : '',
    fee_level: form.level,
    looked: form.looked,
    ...(max_fee ? { max_fee } : {}),
  };
}

import { storedOutputs } from '../../lib/chosen-outputs.ts';
import { dropDraft, keepDraft, recallDraft } from '../../lib/draft.ts';
import { useSession } from '../../lib/session.ts';
import { fieldsOf, storedId, storedText } from '../../lib/stored.ts';
import { type FeeLevel, memoMax, remarkMax, type WithdrawForm } from './view.ts';

const place = 'payment';

/** A payment that somebody is writing. Its request id stays: asked for again after a lost answer, it is the same order. */
export interface Draft {
  readonly form: WithdrawForm;
  readonly requestId: string;
  readonly subWalletId: number;
  /** By `coinKey`. */
  readonly coin: string;
}

/** Has anything been written that would be lost? What a link brought along would not. */
export const isWritten = (form: WithdrawForm, start: WithdrawForm): boolean =>
  (['address', 'memo', 'amount', 'remark'] as const).some((name) => form[name] !== '' && form[name] !== start[name]);

export const keepPayment = (draft: Draft): void =>
  keepDraft(place, { ...draft, walletId: useSession.getState().walletId });

export const forgetPayment = (): void => dropDraft(place);

const text = (value: unknown, most: number): string => (typeof value === 'string' && value.length <= most ? value : '');

function formOf(value: unknown, symbol: string): WithdrawForm {
  const { address, memo, amount, remark, feeLevel, inputs } = fieldsOf(value);
  const levels: readonly FeeLevel[] = [1, 2, 3];
  return {
    symbol,
    address: text(address, 120),
    memo: text(memo, memoMax),
    amount: storedText(amount, /^\d{0,78}(\.\d{0,78})?$/),
    remark: text(remark, remarkMax),
    feeLevel: levels.find((level) => level === feeLevel) ?? 2,
    inputs: storedOutputs(inputs),
  };
}

/** The payment of the selected workspace that this person left within the last five minutes. */
export function recallPayment(): Draft | undefined {
  const { form, requestId, subWalletId, coin, walletId } = fieldsOf(recallDraft(place));
  const [id, wallet] = [storedText(requestId, /^[0-9a-f]{32}$/), storedId(subWalletId)];
  const key = storedText(coin, /^[^@\s]{1,40}@[^@\s]{1,80}@[^@\s]{0,120}$/);
  if (id === '' || wallet === null || key === '' || walletId !== useSession.getState().walletId) return undefined;
  return { form: formOf(form, key.split('@')[0] ?? ''), requestId: id, subWalletId: wallet, coin: key };
}

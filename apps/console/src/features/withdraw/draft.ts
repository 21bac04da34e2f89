import { storedOutputs } from '../../lib/chosen-outputs.ts';
import type { Place } from '../../lib/half-written.ts';
import { fieldsOf, storedId, storedText } from '../../lib/stored.ts';
import { coinOfUsd } from '../../lib/usd.ts';
import type { Written } from '../../ui/amount-field.tsx';
import { type FeeLevel, memoMax, remarkMax, type WithdrawForm } from './view.ts';

/** A payment that somebody is writing. Its request id stays: asked for again after a lost answer, it is the same order. */
export interface Draft {
  readonly form: WithdrawForm;
  readonly requestId: string;
  readonly subWalletId: number;
  /** By `coinKey`. */
  readonly coin: string;
  /** Where its amount was written in US dollars. */
  readonly usd: Written | null;
}

/** Has anything been written that would be lost? What a link brought along would not. */
export const isWritten = (form: WithdrawForm, start: WithdrawForm): boolean =>
  (['address', 'memo', 'amount', 'remark'] as const).some((name) => form[name] !== '' && form[name] !== start[name]);

const text = (value: unknown, most: number): string => (typeof value === 'string' && value.length <= most ? value : '');

const amountText = (value: unknown): string => storedText(value, /^\d{0,78}(\.\d{0,78})?$/);

/** What a payment link has filled in, if one has: it goes with its payee. */
function linkOf(value: unknown): Pick<WithdrawForm, 'linked'> {
  const { payee, memo, amount, remark } = fieldsOf(value);
  const of = text(payee, 120);
  if (of === '') return {};
  return {
    linked: { payee: of, memo: text(memo, memoMax), amount: amountText(amount), remark: text(remark, remarkMax) },
  };
}

function formOf(value: unknown, symbol: string): WithdrawForm {
  const { address, memo, amount, remark, feeLevel, inputs, linked } = fieldsOf(value);
  const levels: readonly FeeLevel[] = [1, 2, 3];
  return {
    symbol,
    address: text(address, 120),
    memo: text(memo, memoMax),
    amount: amountText(amount),
    remark: text(remark, remarkMax),
    feeLevel: levels.find((level) => level === feeLevel) ?? 2,
    inputs: storedOutputs(inputs),
    ...linkOf(linked),
  };
}

/** Dollars as they were written, by the price of then; none that are not what the coin was made of, which would tell another sum than the one that is asked for. */
function usdOf(value: unknown): Written | null {
  const { text: written, price, coin } = fieldsOf(value);
  const { price_usd, price_time } = fieldsOf(price);
  const [dollars, at, made] = [text(written, 80), text(price_usd, 80), text(coin, 80)];
  if (coinOfUsd(dollars, at, made.split('.')[1]?.length ?? 0) !== made) return null;
  const time = Date.parse(text(price_time, 40));
  // A fixed price is of no time.
  const of = Number.isNaN(time) ? null : new Date(time);
  return { text: dollars, price: { price_usd: at, price_time: of }, coin: made };
}

/** One place for all wallets and coins: going on with it leads to its own. */
export const payments: Place<Draft> = {
  name: 'payment',
  read: (value) => {
    const { form, requestId, subWalletId, coin, usd } = fieldsOf(value);
    const [id, wallet] = [storedText(requestId, /^[0-9a-f]{32}$/), storedId(subWalletId)];
    const key = storedText(coin, /^[^@\s]{1,40}@[^@\s]{1,80}@[^@\s]{0,120}$/);
    if (id === '' || wallet === null || key === '') return undefined;
    return {
      form: formOf(form, key.split('@')[0] ?? ''),
      requestId: id,
      subWalletId: wallet,
      coin: key,
      usd: usdOf(usd),
    };
  },
};

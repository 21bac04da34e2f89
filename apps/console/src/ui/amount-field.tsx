import { cleanAmount, formatNumber, writtenDollars, writtenWithUnit } from '@holdfast/money';
import { ArrowUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount, isPlain } from '../lib/amount.ts';
import { type Price, priceText } from '../lib/price-text.ts';
import { coinOfUsd, usdOfCoin } from '../lib/usd.ts';
import type { Coin } from '../lib/wallets.ts';
import { AmountInput } from './amount-input.tsx';
import { Button } from './button.tsx';
import { Field } from './form.tsx';

interface AmountFieldProps {
  /** What it is an amount of; without it, of what is sent. */
  readonly label?: string;
  /** Decimal text in coin: what is asked for and signed. */
  readonly value: string;
  readonly symbol: string;
  /** Where it is not known yet, or nobody knows a price, an amount is written in coin alone. */
  readonly coin: (Price & Pick<Coin, 'decimals'>) | undefined;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly aside?: ReactNode;
  /** What is asked for where nothing is written. */
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly onAmount: (amount: string) => void;
  readonly onMax?: (() => void) | undefined;
  /** Kept by whoever shows the form again after a look at something else; otherwise as long as it is shown. */
  readonly dollars?: Dollars;
}

/** US dollars as they were written, with the price of then: a price that comes later changes no amount. */
export interface Written {
  readonly text: string;
  readonly price: Price;
  /** What became of them; another amount in the form is not theirs any more. */
  readonly coin: string;
}

/** In which unit somebody writes: null in coin. */
export interface Dollars {
  readonly usd: Written | null;
  readonly onUsd: (usd: Written | null) => void;
}

/** Whether an amount is written in another way than plainly, `1,500` or `1,5`: a comma means one thing or the other. */
const isOtherwise = (written: string, plain: string): boolean =>
  written !== plain && written !== `${plain}.` && isPlain(plain) && cleanAmount(written) === plain;

/** How much, in coin or in US dollars. Dollars become coin at once, at the price that is shown, and the coin stands beside them. */
export function AmountField(props: AmountFieldProps): ReactNode {
  const { label, value, symbol, coin, error, hint, aside, placeholder, onAmount, onMax, dollars } = props;
  const { t } = useTranslation();
  const [own, onOwn] = useState<Written | null>(null);
  const { usd, onUsd } = dollars ?? { usd: own, onUsd: onOwn };
  const inUsd = usd !== null && usd.coin === value;
  const [written, setWritten] = useState('');
  const plain = inUsd ? usd.text : value;
  const meant = isOtherwise(written, plain) && (inUsd ? `$${exactAmount(plain)}` : `= ${exactAmount(plain)} ${symbol}`);
  const used = inUsd ? usd.price : coin;
  const write = (text: string): void => {
    if (!coin || !used) return;
    // What is no amount stays in the form, which refuses it. None is '0': where nothing is written, a form may ask for all of it.
    const made = coinOfUsd(text, used.price_usd, coin.decimals) ?? (isPlain(text) ? '0' : text);
    onUsd({ text, price: used, coin: made });
    onAmount(made);
  };
  /** A unit beside it, as it was copied, says in which it is meant; a dollar sign alone does so before anything follows. */
  const type = (text: string): void => {
    const inCoin = writtenWithUnit(text, symbol);
    const marked = text.trim() === '$' ? '' : writtenDollars(text);
    if (inCoin !== undefined) onAmount(inCoin);
    else if (inUsd || (marked !== undefined && coin?.price_usd)) write(marked ?? text);
    else onAmount(text);
  };
  const swap = (price: Price): void =>
    onUsd(inUsd ? null : { text: usdOfCoin(value, price.price_usd), price, coin: value });
  const price = used?.price_usd && (
    <Worth value={value} symbol={symbol} usd={used.price_usd} time={used.price_time} inUsd={inUsd} />
  );
  const worth = meant ? (
    <>
      <span className="font-medium text-fg tabular-nums">{meant}</span>
      {price && (inUsd ? ' ' : ' · ')}
      {price}
    </>
  ) : (
    price
  );
  const other = t(inUsd ? 'withdraw.inCoin' : 'withdraw.inUsd', { symbol });
  const field = (
    <Field
      label={label ?? t('common.amount')}
      error={error}
      hint={
        worth ? (
          <>
            {hint && <span className="block">{hint}</span>}
            {worth}
          </>
        ) : (
          hint
        )
      }
      aside={aside}
    >
      <AmountInput
        value={plain}
        onWritten={setWritten}
        symbol={inUsd ? 'USD' : symbol}
        autoFocus={props.autoFocus ?? false}
        onChange={type}
        maxLabel={t('withdraw.max')}
        {...(onMax ? { onMax } : {})}
        {...(placeholder && !inUsd ? { placeholder } : {})}
        {...(coin?.price_usd
          ? {
              aside: (
                <Button size="icon" variant="ghost" aria-label={other} title={other} onClick={() => swap(coin)}>
                  <ArrowUpDown aria-hidden />
                </Button>
              ),
            }
          : {})}
      />
    </Field>
  );
  return (
    <div className="grid min-w-0 gap-1">
      {field}
      {/* A fault stands in place of the hint, and is about the coin: what the dollars are in it, and what a comma means, is seen all the same. */}
      {error && (inUsd || meant) && <span className="text-mut text-xs">{worth}</span>}
    </div>
  );
}

interface WorthProps {
  readonly value: string;
  readonly symbol: string;
  readonly usd: string;
  readonly time: Date | null;
  readonly inUsd: boolean;
}

/** The other of the two: what the dollars are in coin, to its last digit, or about what the coin is worth; and by which price. */
function Worth({ value, symbol, usd, time, inUsd }: WorthProps): ReactNode {
  const { t } = useTranslation();
  const worth = usdOfCoin(value, usd);
  const other = inUsd
    ? isPlain(value) && `= ${exactAmount(value)} ${symbol}`
    : worth !== '' && `≈ $${formatNumber(worth)}`;
  return (
    <span className="tabular-nums" data-testid="worth">
      {other && <span className={inUsd ? 'font-medium text-fg' : ''}>{other} · </span>}
      {priceText(t, usd, time)}
    </span>
  );
}

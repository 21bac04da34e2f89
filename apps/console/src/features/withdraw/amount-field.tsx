import { formatNumber, formatPrice } from '@holdfast/money';
import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount, isPlain } from '../../lib/amount.ts';
import { clockTime } from '../../lib/time.ts';
import { AmountInput } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/display.tsx';
import { Field } from '../../ui/form.tsx';
import type { CoinInfo } from './use-quote.ts';
import { coinOfUsd, usdOfCoin } from './view.ts';

/** What one of the coin is worth, and when. */
export interface Price {
  readonly usd: string | null;
  readonly time: Date | null;
}

interface AmountFieldProps {
  /** Decimal text in coin: what is asked for and signed. */
  readonly value: string;
  readonly symbol: string;
  readonly info: CoinInfo | undefined;
  readonly price: Price;
  readonly error: string | undefined;
  readonly onAmount: (amount: string) => void;
  readonly onMax: (() => void) | undefined;
  /** Kept by whoever keeps the form: it is still there after a look at the review. */
  readonly dollars: Dollars;
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

/** How much, in coin or in US dollars. Dollars become coin at once, at the price that is shown, and the coin stands beside them. */
export function AmountField({
  value,
  symbol,
  info,
  price,
  error,
  onAmount,
  onMax,
  dollars,
}: AmountFieldProps): ReactNode {
  const { t } = useTranslation();
  const { usd, onUsd: setUsd } = dollars;
  const inUsd = usd !== null && usd.coin === value;
  const used = inUsd ? usd.price : price;
  const write = (text: string): void => {
    // What is no amount stays in the form, which refuses it.
    const coin = (info && coinOfUsd(text, used.usd, info.decimals)) ?? (isPlain(text) ? '' : text);
    setUsd({ text, price: used, coin });
    onAmount(coin);
  };
  const swap = (): void => setUsd(inUsd ? null : { text: usdOfCoin(value, price.usd), price, coin: value });
  return (
    <Field
      label={t('common.amount')}
      error={error}
      hint={
        used.usd !== null && used.time ? (
          <Worth value={value} symbol={symbol} usd={used.usd} time={used.time} inUsd={inUsd} />
        ) : undefined
      }
      aside={
        info && (
          <>
            {t('withdraw.available')} <Amount value={info.normal_balance} symbol={info.symbol} />
            {about(usdOfCoin(info.normal_balance, price.usd))}
          </>
        )
      }
    >
      <AmountInput
        value={inUsd ? usd.text : value}
        symbol={inUsd ? 'USD' : symbol}
        onChange={inUsd ? write : onAmount}
        maxLabel={t('withdraw.max')}
        {...(onMax ? { onMax } : {})}
        {...(price.usd !== null && info
          ? {
              aside: (
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t(inUsd ? 'withdraw.inCoin' : 'withdraw.inUsd', { symbol })}
                  title={t(inUsd ? 'withdraw.inCoin' : 'withdraw.inUsd', { symbol })}
                  onClick={swap}
                >
                  <ArrowUpDown aria-hidden />
                </Button>
              ),
            }
          : {})}
      />
    </Field>
  );
}

interface WorthProps {
  readonly value: string;
  readonly symbol: string;
  readonly usd: string;
  readonly time: Date;
  readonly inUsd: boolean;
}

/** The other of the two: what the dollars are in coin, to its last digit, or about what the coin is worth; and by which price. */
function Worth({ value, symbol, usd, time, inUsd }: WorthProps): ReactNode {
  const { t } = useTranslation();
  const worth = usdOfCoin(value, usd);
  const other = inUsd
    ? value !== '' && `= ${exactAmount(value)} ${symbol}`
    : worth !== '' && `≈ $${formatNumber(worth)}`;
  return (
    <span className="tabular-nums" data-testid="worth">
      {other && <span className={inUsd ? 'font-medium text-fg' : ''}>{other} · </span>}
      {t('withdraw.price', { price: `$${formatPrice(usd)}`, time: clockTime(time) })}
    </span>
  );
}

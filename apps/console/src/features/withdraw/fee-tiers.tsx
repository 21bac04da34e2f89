import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import type { TextKey } from '../../lib/i18n.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usdOfCoin } from '../../lib/usd.ts';
import { cn } from '../../ui/cn.ts';
import { Amount } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import type { Quote } from './use-quote.ts';
import type { FeeLevel } from './view.ts';

/** Of networks that have resources beside coins. */
const ResourceFees = lazyScreen(() => import('./resource-fees.tsx'));

const levels: readonly { readonly level: FeeLevel; readonly text: TextKey }[] = [
  { level: 1, text: 'withdraw.fee.slow' },
  { level: 2, text: 'withdraw.fee.normal' },
  { level: 3, text: 'withdraw.fee.fast' },
];
const minute = 60;

/** Where the network alone says what a payment costs, there is nothing to choose. */
const isOnePrice = ([first, ...others]: Quote['tiers']): boolean =>
  first !== undefined &&
  others.every(
    ({ fee, max_fee, wait_seconds }) =>
      fee === first.fee && max_fee === first.max_fee && wait_seconds === first.wait_seconds,
  );

function Wait({ seconds }: { readonly seconds: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="text-mut text-xs">
      {seconds < minute
        ? t('withdraw.fee.seconds', { count: seconds })
        : t('withdraw.fee.minutes', { count: Math.round(seconds / minute) })}
    </span>
  );
}

type Price = string | null;

/** What it probably costs; in dollars below, where the coin has a price. */
function Fee({ value, price }: { readonly value: string | undefined; readonly price: Price }): ReactNode {
  if (value === undefined)
    return (
      <>
        <Skeleton className="my-1 w-2/3" />
        {price !== null && <Skeleton className="my-1 w-1/2" />}
      </>
    );
  const worth = about(usdOfCoin(value, price));
  return (
    <>
      <Amount value={value} className="truncate text-xs" />
      {worth && <span className="truncate text-mut text-xs">{worth}</span>}
    </>
  );
}

interface TiersProps {
  readonly tiers: Quote['tiers'];
  readonly price: Price;
  readonly level: FeeLevel;
  readonly onLevel: (level: FeeLevel) => void;
}

/** Radio buttons: arrow keys move between them. */
function Tiers({ tiers, price, level, onLevel }: TiersProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-3 gap-2">
      {levels.map((choice) => {
        const tier = tiers.find((one) => one.fee_level === choice.level);
        return (
          <label
            key={choice.level}
            className={cn(
              'grid cursor-pointer gap-0.5 rounded-md border px-2.5 py-2 has-focus-visible:outline-2 has-focus-visible:outline-acc',
              level === choice.level ? 'border-acc bg-accs' : 'border-line hover:bg-hov',
            )}
          >
            <input
              type="radio"
              name="fee"
              className="sr-only"
              checked={level === choice.level}
              onChange={() => onLevel(choice.level)}
            />
            <span className="flex justify-between gap-1">
              <span className="font-medium">{t(choice.text)}</span>
              {tier && <Wait seconds={tier.wait_seconds} />}
            </span>
            <Fee value={tier?.fee} price={price} />
          </label>
        );
      })}
    </div>
  );
}

/** Three speeds with what they probably cost and may cost at most. */
export function FeeTiers({
  quote,
  price,
  level,
  onLevel,
  rule,
}: {
  quote: Quote;
  /** Of one of the coin that fees are paid in, in US dollars. */
  price: Price;
  level: FeeLevel;
  onLevel: (level: FeeLevel) => void;
  /** Arguments of the drawer that says when payments are sent once more by themselves. */
  rule: readonly [string, string];
}): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const symbol = quote.info?.fee_symbol ?? '';
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">
        {t('withdraw.networkFee')} <span className="font-normal text-mut">{symbol}</span>
      </legend>
      {isOnePrice(quote.tiers) && quote.tier ? (
        <p className="flex justify-between gap-2 rounded-md border border-line px-2.5 py-2">
          <Fee value={quote.tier.fee} price={price} />
          <Wait seconds={quote.tier.wait_seconds} />
        </p>
      ) : (
        <Tiers tiers={quote.tiers} price={price} level={level} onLevel={onLevel} />
      )}
      {!quote.estimated && <p className="text-warn text-xs">{t('withdraw.fee.noEstimate')}</p>}
      {quote.tier && (
        <p className="text-mut text-xs">
          {t('withdraw.fee.atMost')} <Amount value={quote.tier.max_fee} symbol={symbol} />
          {about(usdOfCoin(quote.tier.max_fee, price))}
          {!isOnePrice(quote.tiers) && (
            <>
              {' · '}
              <button
                type="button"
                className="text-acc hover:underline"
                onClick={() => drawers.push('bumpRule', ...rule)}
              >
                {t('tx.bump.title')}
              </button>
            </>
          )}
        </p>
      )}
      <Suspense>{quote.resources && <ResourceFees resources={quote.resources} symbol={symbol} />}</Suspense>
    </fieldset>
  );
}

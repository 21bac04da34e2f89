import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../lib/i18n.ts';
import { cn } from '../../ui/cn.ts';
import { Amount } from '../../ui/display.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { ResourceFees } from './resource-fees.tsx';
import type { Quote } from './use-quote.ts';
import type { FeeLevel } from './view.ts';

const levels: readonly { readonly level: FeeLevel; readonly text: TextKey }[] = [
  { level: 1, text: 'withdraw.fee.slow' },
  { level: 2, text: 'withdraw.fee.normal' },
  { level: 3, text: 'withdraw.fee.fast' },
];
const minute = 60;

/** Three speeds with what they probably cost and may cost at most. Radio buttons: arrow keys move between them. */
export function FeeTiers({
  quote,
  level,
  onLevel,
}: {
  quote: Quote;
  level: FeeLevel;
  onLevel: (level: FeeLevel) => void;
}): ReactNode {
  const { t } = useTranslation();
  const symbol = quote.info?.fee_symbol ?? '';
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">
        {t('withdraw.networkFee')} <span className="font-normal text-mut">{symbol}</span>
      </legend>
      <div className="grid grid-cols-3 gap-2">
        {levels.map((choice) => {
          const tier = quote.tiers.find((one) => one.fee_level === choice.level);
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
                {tier && (
                  <span className="text-mut text-xs">
                    {tier.wait_seconds < minute
                      ? t('withdraw.fee.seconds', { count: tier.wait_seconds })
                      : t('withdraw.fee.minutes', { count: Math.round(tier.wait_seconds / minute) })}
                  </span>
                )}
              </span>
              {tier ? <Amount value={tier.fee} className="truncate text-xs" /> : <Skeleton className="my-1 w-2/3" />}
            </label>
          );
        })}
      </div>
      {!quote.estimated && <p className="text-warn text-xs">{t('withdraw.fee.noEstimate')}</p>}
      {quote.tier && (
        <p className="text-mut text-xs">
          {t('withdraw.fee.atMost')} <Amount value={quote.tier.max_fee} symbol={symbol} />
        </p>
      )}
      {quote.resources && <ResourceFees resources={quote.resources} symbol={symbol} />}
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { Button } from '../../ui/button.tsx';
import type { Quote } from './use-quote.ts';

interface RuleLimitsProps {
  readonly quote: Pick<Quote, 'info' | 'dryRun'>;
  readonly onMost: (amount: string) => void;
}

/** What limits of the rules leave: the most that may be asked for, to be taken by a press, and what may leave in a day, where one says so. */
export default function RuleLimits({ quote: { info, dryRun }, onMost }: RuleLimitsProps): ReactNode {
  const { t } = useTranslation();
  const most = dryRun?.most;
  if (!info) return null;
  const { symbol, limits } = info;
  return (
    <div className="-mt-3 grid justify-items-start gap-2">
      {most && (
        <Button size="sm" onClick={() => onMost(most)}>
          {t('withdraw.takeMost', { amount: exactAmount(most), symbol })}
        </Button>
      )}
      {limits.day_limit !== null && !dryRun?.pass && (
        <p className="text-mut text-xs">
          {t('withdraw.dayLimit', { used: limits.day_used, limit: limits.day_limit, symbol })}
        </p>
      )}
    </div>
  );
}

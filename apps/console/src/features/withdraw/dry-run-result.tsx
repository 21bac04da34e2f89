import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { ruleName } from '../../lib/rule.ts';
import { Approvers } from '../../ui/approvers.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { ToldLimits } from '../../ui/told-limits.tsx';
import type { DryRun, Quote } from './use-quote.ts';

/** Would it be accepted, by which rule, who must approve, and how far its limits go. Nothing is shown before the server has been asked. */
export function DryRunResult({ dryRun }: { dryRun: DryRun | undefined }): ReactNode {
  const { t } = useTranslation();
  if (!dryRun) return null;
  if (!dryRun.pass)
    return (
      <Banner tone="bad" title={t('withdraw.check.refused')}>
        {dryRun.reason}
      </Banner>
    );
  return (
    <section aria-live="polite" className="grid gap-2 rounded-lg border border-line bg-bg p-3">
      <p className="flex items-center gap-2 font-medium text-ok">
        <CircleCheck size={15} aria-hidden />
        {t('withdraw.check.passes')}
      </p>
      <p className="text-mut">
        {t('withdraw.check.rule')} <bdi className="text-fg">{ruleName(t, dryRun.rule)}</bdi>
      </p>
      {dryRun.value_unknown !== '' && <p className="text-mut">{t(`withdraw.check.unknown.${dryRun.value_unknown}`)}</p>}
      {dryRun.solo_mode ? <p className="text-mut">{t('withdraw.check.solo')}</p> : <Approvers dryRun={dryRun} />}
      {dryRun.limits.length > 0 && <ToldLimits limits={dryRun.limits} />}
    </section>
  );
}

interface RuleLimitsProps {
  readonly quote: Pick<Quote, 'info' | 'dryRun'>;
  readonly onMost: (amount: string) => void;
}

/** What limits of the rules leave: the most that may be asked for, to be taken by a press, and what may leave in a day, where one says so. */
export function RuleLimits({ quote: { info, dryRun }, onMost }: RuleLimitsProps): ReactNode {
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
      {limits.day_limit !== null && !dryRun?.limits.length && (
        <p className="text-mut text-xs">
          {t('withdraw.dayLimit', { used: limits.day_used, limit: limits.day_limit, symbol })}
        </p>
      )}
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useRuleText } from '../../lib/rule-words.ts';
import { useAddress } from '../../lib/search.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Detail, Page, PageHeader } from '../../ui/layout.tsx';
import { DryRun } from './dry-run.tsx';
import { ruleSearch } from './search.ts';
import { useRules } from './use-rules.ts';

/** One senior rule: `?id=`. */
export default function RulePage(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useRuleText();
  const { push } = useDrawers();
  const mayEdit = usePermission('strategy.edit');
  const [{ id = '' }] = useAddress(ruleSearch);
  const { rules, error, retry } = useRules();
  const rule = rules?.policy.senior.find((one) => one.id === id);
  if (error && !rules) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Page>
      <Link
        to="/mpc/center/strategyEngine"
        className="-mb-2 inline-flex items-center gap-1.5 justify-self-start py-1 text-mut hover:text-fg"
      >
        <ArrowLeft size={14} aria-hidden />
        {t('strategyEngine:title')}
      </Link>
      <PageHeader
        title={rule?.name ?? t('strategyEngine:detail.title')}
        actions={
          mayEdit &&
          rule && (
            <>
              <Button variant="danger" onClick={() => push('rule', 'dropSenior', rule.id)}>
                {t('strategyEngine:drop')}
              </Button>
              <Link
                to="/mpc/center/strategyEngine/senior/addStrategy"
                search={{ id: rule.id }}
                className={buttonStyle({ variant: 'primary' })}
              >
                {t('strategyEngine:edit')}
              </Link>
            </>
          )
        }
      />
      {!rules && <Skeleton className="h-72 w-full" />}
      {rules && !rule && <EmptyState title={t('strategyEngine:ruleGone')} />}
      {rules && rule && (
        <>
          <Card>
            <p className="mb-3 break-words text-lg">{say(rules.naming, rule)}</p>
            <dl>
              <Detail name={t('strategyEngine:add.type')}>{t(`strategyEngine:type.${rule.type}`)}</Detail>
              <Detail name={t('strategyEngine:detail.place')}>
                {rules.policy.senior.filter(({ type }) => type === rule.type).indexOf(rule) + 1}
              </Detail>
            </dl>
          </Card>
          <DryRun rules={rules} policy={rules.policy} type={rule.type} />
        </>
      )}
    </Page>
  );
}

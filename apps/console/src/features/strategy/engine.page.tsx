import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Page, PageHeader } from '../../ui/layout.tsx';
import { BasicCard } from './basic-card.tsx';
import { CasesCard } from './cases-card.tsx';
import { DryRun } from './dry-run.tsx';
import { FileButtons } from './file-buttons.tsx';
import { OpenProposals } from './open-proposals.tsx';
import { OwnApproval } from './own-approval.tsx';
import { ProtectionCard } from './protection.tsx';
import { ruleTypes } from './search.ts';
import { SeniorCard } from './senior-card.tsx';
import { TemplatesCard } from './templates-card.tsx';
import { useRules } from './use-rules.ts';

/** The rules in force, as sentences: who decides about which payment. */
export default function StrategyEnginePage(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const mayEdit = usePermission('strategy.edit');
  const { rules, error, retry } = useRules();
  if (error && !rules) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Page>
      <PageHeader
        title={t('strategyEngine:title')}
        text={rules ? t('strategyEngine:about', { version: rules.policy.version }) : ''}
        actions={
          <>
            <Link to="/mpc/center/workspaceStrategyEngine" className={buttonStyle({})}>
              {t('strategyEngine:workspace.title')}
            </Link>
            {rules && <FileButtons rules={rules} mayEdit={mayEdit} />}
            {mayEdit && (
              <Link to="/mpc/center/strategyEngine/senior/addStrategy" className={buttonStyle({ variant: 'primary' })}>
                <Plus aria-hidden />
                {t('strategyEngine:add.title')}
              </Link>
            )}
          </>
        }
      />
      <OpenProposals />
      {!rules && <Skeleton className="h-72 w-full" />}
      {rules && (
        <>
          <OwnApproval policy={rules.policy} of="payments" />
          <ProtectionCard />
          {ruleTypes.map((type) => (
            <SeniorCard key={`${type} ${rules.policy.version}`} rules={rules} type={type} mayEdit={mayEdit} />
          ))}
          <BasicCard rules={rules} mayEdit={mayEdit} />
          {mayEdit && <TemplatesCard />}
          <DryRun rules={rules} policy={rules.policy} />
          <CasesCard policy={rules.policy} />
        </>
      )}
    </Page>
  );
}

import { basicFor, workspaceOps } from '@holdfast/policy';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useFlowText } from '../../lib/rule-words.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { OpenProposals } from './open-proposals.tsx';
import { OwnApproval } from './own-approval.tsx';
import { useRules } from './use-rules.ts';

/** Who decides about changes of the rules themselves, by what changes. */
export default function WorkspaceRulesPage(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const say = useFlowText();
  const { push } = useDrawers();
  const mayEdit = usePermission('strategy.edit');
  const { rules, error, retry } = useRules();
  if (error && !rules) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Page>
      <PageHeader
        title={t('strategyEngine:workspace.title')}
        text={t('strategyEngine:workspace.about')}
        actions={
          <Link to="/mpc/center/workspaceStrategyEngine/log" className={buttonStyle({})}>
            {t('strategyEngine:log.link')}
          </Link>
        }
      />
      <OpenProposals />
      {rules && <OwnApproval policy={rules.policy} of="workspace" />}
      {!rules && <Skeleton className="h-72 w-full" />}
      {rules &&
        workspaceOps.map((op) => {
          const own = rules.policy.workspace.find((rule) => rule.op === op);
          const flow = own ?? basicFor(rules.policy, '*');
          return (
            <Card
              key={op}
              title={t(`strategyEngine:op.${op}`)}
              aside={
                mayEdit && (
                  <span className="flex gap-1">
                    <Button size="sm" onClick={() => push('rule', 'workspace', op)}>
                      {t('strategyEngine:edit')}
                    </Button>
                    {own && (
                      <Button size="sm" variant="ghost" onClick={() => push('rule', 'dropWorkspace', op)}>
                        {t('strategyEngine:drop')}
                      </Button>
                    )}
                  </span>
                )
              }
            >
              <p className="text-mut">{t(`strategyEngine:opText.${op}`)}</p>
              <p className="mt-2 break-words">
                {!own && <span className="font-medium">{t('strategyEngine:workspace.byDefault')} </span>}
                {flow && say(rules.naming, flow)}
              </p>
            </Card>
          );
        })}
    </Page>
  );
}

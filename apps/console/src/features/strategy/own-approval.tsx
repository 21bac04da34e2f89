import { type Flow, isSolo, type PolicyDocument } from '@holdfast/policy';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { meaningsOf, type Scope } from '../../lib/flow-meaning.ts';
import { Banner } from '../../ui/feedback.tsx';

/** Whoever asks may approve it, and for some member that is all that it needs. */
const lets = (policy: PolicyDocument, flow: Flow, scope: Scope): boolean =>
  flow.signProtection === 'off' && meaningsOf(policy, flow, scope).some(({ asks }) => asks === 'alone');

/**
 * Warns of flows in which somebody who asks needs nobody else: so they were left when the second member joined, since nobody could have approved any
 * more otherwise, or so somebody chose, and they stay so until somebody changes them. With one member alone there is nothing to change.
 */
export function OwnApproval({ policy, of }: { policy: PolicyDocument; of: 'payments' | 'workspace' }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const flows: readonly Flow[] =
    of === 'workspace'
      ? policy.workspace
      : [...policy.strategies, ...policy.senior.filter(({ action, enabled }) => action === 'flow' && enabled === 'on')];
  const count = flows.filter((flow) => lets(policy, flow, of === 'workspace' ? { kind: 'policy' } : {})).length;
  if (count === 0 || isSolo(policy)) return null;
  return (
    <Banner tone="warn" title={t('strategyEngine:ownApproval.title', { count })}>
      {t('strategyEngine:ownApproval.text')}
    </Banner>
  );
}

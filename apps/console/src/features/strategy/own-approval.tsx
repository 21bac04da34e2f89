import { type Flow, isSolo, type PolicyDocument } from '@holdfast/policy';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback.tsx';

const lets = ({ signProtection }: Flow): boolean => signProtection === 'off';

/**
 * Warns of flows in which whoever asks may approve it themselves: so they were left when the second member joined, since nobody could have approved any
 * more otherwise, or so somebody chose, and they stay so until somebody changes them. With one member alone there is nothing to change.
 */
export function OwnApproval({ policy, of }: { policy: PolicyDocument; of: 'payments' | 'workspace' }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const flows: readonly Flow[] =
    of === 'workspace'
      ? policy.workspace
      : [...policy.strategies, ...policy.senior.filter(({ action, enabled }) => action === 'flow' && enabled === 'on')];
  const count = flows.filter(lets).length;
  if (count === 0 || isSolo(policy)) return null;
  return (
    <Banner tone="warn" title={t('strategyEngine:ownApproval.title', { count })}>
      {t('strategyEngine:ownApproval.text')}
    </Banner>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Gate } from '../../ui/gate.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Steps } from '../../ui/steps.tsx';
import { OwnerStep } from './owner.step.tsx';
import { SignerStep } from './signer.step.tsx';
import { TotpStep } from './totp.step.tsx';
import { WorkspaceStep } from './workspace.step.tsx';

const steps = ['owner', 'totp', 'passkey', 'ceremony', 'workspace'] as const;
const titles = {
  owner: 'tools:setup.step.owner',
  totp: 'tools:setup.step.totp',
  passkey: 'tools:setup.step.passkey',
  ceremony: 'tools:setup.step.ceremony',
  workspace: 'tools:setup.step.workspace',
} as const;

/** First run, a step at a time. Where it stands, the server and the signers know: it goes on there after a reload or another day. */
export default function SetupPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const navigate = useNavigate();
  const status = useApi('setup', 'status', {}, { refetchInterval: 1_500 });
  const token = useSession((state) => state.token);
  const data = status.data;
  const stage = data?.stage;
  const later = stage !== undefined && stage !== 'owner' && stage !== 'totp';
  useEffect(() => {
    if (stage === 'ready') void navigate({ to: token ? '/mpc/wallet' : '/login', replace: true });
    else if (later && !token) void navigate({ to: '/login', replace: true });
  }, [stage, later, token, navigate]);
  const body = (): ReactNode => {
    if (status.isError && !data) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />;
    if (!data) return <Skeleton className="h-40 w-full" />;
    if (data.stage === 'owner') return <OwnerStep />;
    if (data.stage === 'totp') return <TotpStep />;
    if (data.stage === 'passkey') return <SignerStep kind="passkey" url={data.enroll_url} signers={data.signers} />;
    if (data.stage === 'ceremony') return <SignerStep kind="ceremony" url={data.ceremony_url} signers={data.signers} />;
    if (data.stage === 'workspace') return <WorkspaceStep />;
    return null;
  };
  const current = stage && stage !== 'ready' ? steps.indexOf(stage) : 0;
  return (
    <Gate wide title={t('tools:setup.title')} text={t('tools:setup.text')} footer={<LanguageSwitch />}>
      <Steps names={steps.map((step) => t(titles[step]))} current={current} />
      {data?.single_host && (
        <Banner tone="warn" className="mb-4">
          {t('notice.singleHost')}
        </Banner>
      )}
      {data?.problem && (
        <Banner tone="bad" className="mb-4">
          {data.problem}
        </Banner>
      )}
      {body()}
    </Gate>
  );
}

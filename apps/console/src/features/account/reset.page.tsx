import { Hourglass, LinkIcon, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api.ts';
import { loginPath } from '../../lib/paths.ts';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Gate } from '../../ui/gate.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Detail } from '../../ui/layout.tsx';
import { LostAuthenticator } from './lost-authenticator.tsx';
import { LostPassword } from './lost-password.tsx';
import { type Factor, resetTokenOf } from './view.ts';

/** How often it is looked whether a link that waits can be used. */
const lookMs = 15_000;

/** `/mpc/reset#token=…`: somebody sets what they lost, by a link of an owner. */
export default function ResetPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [token] = useState(() => resetTokenOf(location.hash));
  const [done, setDone] = useState<Factor>();
  const finish = (what: Factor): void => {
    // It is used up: nothing of it stays in the address.
    history.replaceState(history.state, '', location.pathname);
    setDone(what);
  };
  const body = done ? <Done what={done} /> : token === '' ? <Void /> : <Way token={token} onDone={finish} />;
  return (
    <Gate wide title={t('tools:account.lost.title')} text={t('tools:account.lost.text')} footer={<LanguageSwitch />}>
      {body}
    </Gate>
  );
}

const Void = (): ReactNode => {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <EmptyState
      icon={<LinkIcon size={18} aria-hidden />}
      title={t('tools:account.lost.void')}
      text={t('tools:account.lost.voidText')}
      action={<ToLogin />}
    />
  );
};

function ToLogin(): ReactNode {
  const { t } = useTranslation();
  return (
    <a href={loginPath()} className={buttonStyle({ variant: 'primary' })}>
      {t('login.submit')}
    </a>
  );
}

function Done({ what }: { what: Factor }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <EmptyState
      icon={<ShieldCheck size={18} aria-hidden />}
      title={t(`tools:account.lost.done.${what}`)}
      text={t('tools:account.lost.doneText')}
      action={<ToLogin />}
    />
  );
}

function Way({ token, onDone }: { token: string; onDone: (what: Factor) => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('account', 'resetInfo', { token }, { quiet: true, refetchInterval: lookMs });
  if (isRefusal(error) && error.refusal === 'resetInvalid') return <Void />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const { what, ready, name, workspace, due_at, expires_at } = data;
  if (!ready)
    return (
      <EmptyState
        icon={<Hourglass size={18} aria-hidden />}
        title={t('tools:account.lost.waits')}
        text={t('tools:account.lost.waitsText', { from: absoluteTime(due_at) })}
      />
    );
  const done = (): void => onDone(what);
  return (
    <>
      <dl className="mb-5 rounded-lg border border-line px-3.5 py-1.5">
        <Detail name={t('tools:account.lost.workspace')}>
          <bdi className="font-medium">{workspace}</bdi>
        </Detail>
        <Detail name={t('tools:account.lost.name')}>
          <bdi>{name}</bdi>
        </Detail>
        <Detail name={t('tools:account.lost.until')}>{absoluteTime(expires_at)}</Detail>
      </dl>
      {what === 'password' ? (
        <LostPassword token={token} about={[name, workspace]} onDone={done} />
      ) : (
        <LostAuthenticator token={token} onDone={done} />
      )}
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { BellRing, ChevronRight, History, KeyRound, type LucideIcon, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { useNow } from '../../ui/use-now.ts';
import { KeysCard } from './keys-card.tsx';
import { OpenResets } from './open-resets.tsx';
import { SessionsCard } from './sessions-card.tsx';
import type { Overview } from './view.ts';

/** How one logs in, where one is logged in, and what one approves with. */
export default function AccountPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('account', 'overview', {}, { quiet: true });
  const user = useApi('user', 'info', {}, { quiet: true });
  return (
    <Page>
      <PageHeader title={t('user.menu')} text={user.data ? <bdi>{user.data.email}</bdi> : t('tools:account.about')} />
      <OpenResets />
      {data ? (
        <>
          <div className="grid grid-cols-2 items-start gap-3 max-lg:grid-cols-1">
            <SignInCard overview={data} />
            <NoticesCard />
          </div>
          <KeysCard overview={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
      <SessionsCard />
    </Page>
  );
}

const rowStyle = 'flex min-h-14 w-full items-center gap-3 border-line2 border-t px-4 py-2 text-left first:border-t-0';

function Factor({
  Icon,
  name,
  changed,
  drawer,
}: {
  Icon: LucideIcon;
  name: string;
  changed: Date | null;
  drawer: string;
}): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  return (
    <li className={rowStyle}>
      <Icon size={16} aria-hidden className="shrink-0 text-mut" />
      <span className="grid min-w-0 flex-1">
        <span className="font-medium">{name}</span>
        <span className="text-mut text-xs">{useChanged(changed)}</span>
      </span>
      <Button size="sm" aria-label={`${t('tools:account.change')}: ${name}`} onClick={() => push(drawer)}>
        {t('tools:account.change')}
      </Button>
    </li>
  );
}

/** When it was changed, as long as somebody looks. */
function useChanged(when: Date | null): string {
  const { t } = useTranslation(['translation', 'tools']);
  const now = useNow(60_000);
  return when ? t('tools:account.changed', { when: relativeTime(when, now) }) : t('tools:account.unchanged');
}

function SignInCard({ overview }: { overview: Overview }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { password_changed_at, authenticator_changed_at } = overview;
  return (
    <Card flush title={t('tools:account.signIn.title')}>
      <ul>
        <Factor
          Icon={KeyRound}
          name={t('tools:account.signIn.password')}
          changed={password_changed_at}
          drawer="changePassword"
        />
        <Factor
          Icon={Smartphone}
          name={t('tools:account.signIn.authenticator')}
          changed={authenticator_changed_at}
          drawer="changeAuthenticator"
        />
      </ul>
    </Card>
  );
}

function Way({ Icon, name, text }: { Icon: LucideIcon; name: string; text: string }): ReactNode {
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-mut" />
      <span className="grid min-w-0 flex-1">
        <span className="font-medium">{name}</span>
        <span className="text-mut text-xs">{text}</span>
      </span>
      <ChevronRight size={15} aria-hidden className="shrink-0 text-mut" />
    </>
  );
}

/** What else is the person's own, and stands elsewhere. */
function NoticesCard(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  return (
    <Card flush title={t('tools:account.notices.title')}>
      <ul>
        <li className="border-line2 border-t first:border-t-0">
          <button type="button" className={`${rowStyle} hover:bg-hov`} onClick={() => push('channels')}>
            <Way
              Icon={BellRing}
              name={t('tools:account.notices.channels')}
              text={t('tools:account.notices.channelsText')}
            />
          </button>
        </li>
        <li className="border-line2 border-t">
          <Link to="/mpc/center/loginHistory" className={`${rowStyle} hover:bg-hov`}>
            <Way Icon={History} name={t('tools:account.notices.logins')} text={t('tools:account.notices.loginsText')} />
          </Link>
        </li>
      </ul>
    </Card>
  );
}

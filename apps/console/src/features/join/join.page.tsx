import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Ban, Hourglass, LinkIcon, PartyPopper } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api.ts';
import { type GivenKey, useGivenKey } from '../../lib/given-key.ts';
import { wordsOfKey } from '../../lib/key-words.ts';
import { loginPath } from '../../lib/paths.ts';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { WordList } from '../../ui/digest-words.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Gate } from '../../ui/gate.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Detail } from '../../ui/layout.tsx';
import { Steps } from '../../ui/steps.tsx';
import { CodeStep } from './code.step.tsx';
import { FurtherKeyStep, KeyStep } from './key.step.tsx';
import { forgetMadeKeys, useMadeKeys } from './made-keys.ts';
import { type Begun, PasswordStep } from './password.step.tsx';
import { isInviteToken, pageForKey } from './view.ts';

/** Kept with the entry of the browser's history, so that a reload finds it again. */
declare module '@tanstack/history' {
  interface HistoryState {
    joined?: boolean;
    /** Of the keys that were handed in: what those who approve ask for. */
    keyWords?: readonly (readonly string[])[];
  }
}

interface Joined {
  readonly joined: boolean;
  readonly words: readonly (readonly string[])[];
  readonly finish: (keys: readonly GivenKey[]) => void;
}

function useJoined(): Joined {
  const { joined = false, keyWords = [] } = useRouterState({ select: ({ location }) => location.state });
  const navigate = useNavigate();
  const finish = (keys: readonly GivenKey[]): void => {
    forgetMadeKeys();
    const state = { joined: true, keyWords: keys.map(wordsOfKey) };
    void navigate({ to: '.', replace: true, resetScroll: false, state });
  };
  return { joined, words: keyWords, finish };
}

/** What the members who approve ask for, of each key; nothing of what is no key. */
function KeyWords({ words }: { words: readonly (readonly string[])[] }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const shown = words.filter((one) => one.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className="mb-5 grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <h2 className="font-medium">{t('teamMember:join.words')}</h2>
      <p className="text-mut">{t('teamMember:join.wordsText')}</p>
      {shown.map((one) => (
        <WordList key={one.join(' ')} words={one} />
      ))}
    </section>
  );
}

/** What there is to say where nothing is left to do here. */
const ends = {
  waiting: { icon: Hourglass, title: 'teamMember:join.waiting', text: 'teamMember:join.waitingText' },
  accepted: { icon: PartyPopper, title: 'teamMember:join.accepted', text: 'teamMember:join.acceptedText' },
  refused: { icon: Ban, title: 'teamMember:join.refused', text: 'teamMember:join.refusedText' },
  void: { icon: LinkIcon, title: 'teamMember:join.void', text: 'teamMember:join.voidText' },
} as const;

function Ended({ how }: { how: keyof typeof ends }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const { icon: Icon, title, text } = ends[how];
  return (
    <EmptyState
      icon={<Icon size={18} aria-hidden />}
      title={t(title)}
      text={t(text)}
      action={
        <a href={loginPath()} className={buttonStyle({ variant: how === 'accepted' ? 'primary' : 'outline' })}>
          {t('login.submit')}
        </a>
      }
    />
  );
}

const decidedAs: Readonly<Partial<Record<string, keyof typeof ends>>> = { proposed: 'waiting', accepted: 'accepted' };
const askedAgainMs = 5_000;

/** What the members have decided; whoever waits for it may leave the page open. @param otherwise where that cannot be learnt */
function Decision({ token, otherwise }: { token: string; otherwise: 'waiting' | 'void' }): ReactNode {
  const [waits, setWaits] = useState(otherwise === 'waiting');
  const refetchInterval = waits ? askedAgainMs : false;
  const { data, error, refetch } = useApi('team', 'joinState', { token }, { quiet: true, refetchInterval });
  const isVoid = isRefusal(error) && error.refusal === 'inviteInvalid';
  const waitsStill = data ? data.status === 'proposed' : waits && !isVoid;
  if (waitsStill !== waits) setWaits(waitsStill);
  if (data) return <Ended how={decidedAs[data.status] ?? 'refused'} />;
  if (otherwise === 'waiting' || isVoid) return <Ended how={otherwise} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full" />;
}

function Way({ token, onDone }: { token: string; onDone: (keys: readonly GivenKey[]) => void }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const [begun, setBegun] = useState<Begun>();
  const [enough, setEnough] = useState(false);
  const { key, failed } = useGivenKey();
  const info = useApi('team', 'joinInfo', { token }, { quiet: true });
  const keys = useMadeKeys(info.data?.email ?? '', key);
  if (info.error)
    return isRefusal(info.error) && info.error.refusal === 'inviteInvalid' ? (
      <Decision token={token} otherwise="void" />
    ) : (
      <ErrorState error={info.error} onRetry={() => void info.refetch()} />
    );
  if (!info.data) return <Skeleton className="h-40 w-full" />;
  const { email, name, role, workspace, invited_by, expire_at, key_pages } = info.data;
  const [first, ...further] = keys;
  const page = first && enough ? undefined : pageForKey(key_pages, keys);
  const names = [t('teamMember:join.step.key'), t('teamMember:join.step.password'), t('tools:setup.step.totp')];
  return (
    <>
      <Steps names={names} current={!first || page ? 0 : begun ? 2 : 1} />
      <dl className="mb-5 rounded-lg border border-line px-3.5 py-1.5">
        <Detail name={t('teamMember:join.workspace')}>
          <bdi className="font-medium">{workspace}</bdi>
        </Detail>
        <Detail name={t('teamMember:join.invitedBy')}>
          <bdi>{invited_by}</bdi>
        </Detail>
        <Detail name={t('login.email')}>
          <bdi>{email}</bdi>
        </Detail>
        <Detail name={t('teamMember:column.role')}>{t(`teamMember:role.${role}`)}</Detail>
        <Detail name={t('teamMember:join.validUntil')}>{absoluteTime(expire_at)}</Detail>
      </dl>
      <KeyWords words={keys.map(wordsOfKey)} />
      {!first ? (
        <KeyStep url={page?.url ?? ''} failed={failed} />
      ) : page ? (
        <FurtherKeyStep page={page} failed={failed} onEnough={() => setEnough(true)} />
      ) : begun ? (
        <CodeStep token={token} begun={begun} credential={first} further={further} onDone={() => onDone(keys)} />
      ) : (
        <PasswordStep token={token} email={email} about={[name, workspace]} onBegun={setBegun} />
      )}
    </>
  );
}

/** Somebody follows an invitation: a key on a signer's page, a password, an authenticator; then the members decide. */
export default function JoinPage(): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const { token = '' } = useParams({ strict: false });
  const { joined, words, finish } = useJoined();
  const body = joined ? (
    <>
      <KeyWords words={words} />
      <Decision token={token} otherwise="waiting" />
    </>
  ) : isInviteToken(token) ? (
    <Way token={token} onDone={finish} />
  ) : (
    <Ended how="void" />
  );
  return (
    <Gate wide title={t('teamMember:join.title')} text={t('teamMember:join.text')} footer={<LanguageSwitch />}>
      {body}
    </Gate>
  );
}

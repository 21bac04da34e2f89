import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Ban, Hourglass, LinkIcon, PartyPopper } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api.ts';
import { type GivenKey, useGivenKey } from '../../lib/given-key.ts';
import { wordsOfKey } from '../../lib/key-words.ts';
import { loginPath } from '../../lib/paths.ts';
import { useApi } from '../../lib/query.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Gate } from '../../ui/gate.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { CodeStep } from './code.step.tsx';
import { Facts, Folded, JoinSteps, KeyWords } from './invited.tsx';
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

type Words = readonly (readonly string[])[];

interface Joined {
  readonly joined: boolean;
  readonly words: Words;
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
        // Nobody is let in whom the members have not admitted.
        how !== 'waiting' && (
          <a href={loginPath()} className={buttonStyle({ variant: how === 'accepted' ? 'primary' : 'outline' })}>
            {t('login.submit')}
          </a>
        )
      }
    />
  );
}

/** Of whoever has joined: every step is done. The words are asked for only while the members decide. */
function Decided({ how, words }: { how: Exclude<keyof typeof ends, 'void'>; words: Words }): ReactNode {
  return (
    <>
      <JoinSteps done={3} />
      {how === 'waiting' && <KeyWords words={words} />}
      {/* What stands alone elsewhere stands below the steps here, with less room around it. */}
      <div className="*:pt-6 *:pb-2">
        <Ended how={how} />
      </div>
    </>
  );
}

const decidedAs: Readonly<Partial<Record<string, 'waiting' | 'accepted'>>> = {
  proposed: 'waiting',
  accepted: 'accepted',
};
const askedAgainMs = 5_000;

interface DecisionProps {
  readonly token: string;
  /** Where what they decided cannot be learnt. */
  readonly otherwise: 'waiting' | 'void';
  readonly words?: Words;
}

/** What the members have decided; whoever waits for it may leave the page open. */
function Decision({ token, otherwise, words = [] }: DecisionProps): ReactNode {
  const [waits, setWaits] = useState(otherwise === 'waiting');
  const refetchInterval = waits ? askedAgainMs : false;
  const { data, error, refetch } = useApi('team', 'joinState', { token }, { quiet: true, refetchInterval });
  const isVoid = isRefusal(error) && error.refusal === 'inviteInvalid';
  const waitsStill = data ? data.status === 'proposed' : waits && !isVoid;
  if (waitsStill !== waits) setWaits(waitsStill);
  if (data) return <Decided how={decidedAs[data.status] ?? 'refused'} words={words} />;
  if (otherwise === 'waiting') return <Decided how="waiting" words={words} />;
  if (isVoid) return <Ended how="void" />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full" />;
}

function Way({ token, onDone }: { token: string; onDone: (keys: readonly GivenKey[]) => void }): ReactNode {
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
  const { email, name, workspace, key_pages } = info.data;
  const [first, ...further] = keys;
  const page = first && enough ? undefined : pageForKey(key_pages, keys);
  return (
    <>
      <JoinSteps done={!first || page ? 0 : begun ? 2 : 1} />
      {first ? (
        <Folded info={info.data} words={keys.map(wordsOfKey)} />
      ) : (
        <div className="mb-5">
          <Facts info={info.data} />
        </div>
      )}
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
    <Decision token={token} otherwise="waiting" words={words} />
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

import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { WordList } from '../../ui/digest-words.tsx';
import { Detail } from '../../ui/layout.tsx';
import { Steps } from '../../ui/steps.tsx';

type Info = Output<typeof contract.team.joinInfo>;

/** Who invites whom to what. */
export function Facts({ info: { workspace, invited_by, email, role, expire_at } }: { info: Info }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5">
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
  );
}

interface FoldedProps extends WordsProps {
  readonly info: Info;
}

/** The same in one line, with the words of the keys in its fold: whoever has made a key has read who invites, and has a form to fill in. */
export function Folded({ info, words }: FoldedProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <details className="mb-5">
      <summary className="cursor-pointer text-mut">
        <bdi className="font-medium text-fg">{info.workspace}</bdi> · {t('teamMember:join.folded')}
      </summary>
      <div className="mt-3 grid gap-3">
        <Facts info={info} />
        <KeyWords words={words} />
      </div>
    </details>
  );
}

interface WordsProps {
  readonly words: readonly (readonly string[])[];
}

/** What the members who approve ask for, of each key; nothing of what is no key. */
export function KeyWords({ words }: WordsProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const shown = words.filter((one) => one.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <h2 className="font-medium">{t('teamMember:join.words')}</h2>
      <p className="text-mut">{t('teamMember:join.wordsText')}</p>
      {shown.map((one) => (
        <WordList key={one.join(' ')} words={one} />
      ))}
    </section>
  );
}

/** @param done how many are */
export function JoinSteps({ done }: { done: number }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const names = [t('teamMember:join.step.key'), t('teamMember:join.step.password'), t('tools:setup.step.totp')];
  return <Steps names={names} current={done} />;
}

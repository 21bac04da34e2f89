import { orderStatus } from '@holdfast/contract';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../lib/numbered.ts';
import { nodeName } from '../../ui/approval-nodes.tsx';
import type { Transaction } from './view.ts';

type Step = Transaction['approvals'][number];
interface StepProps {
  readonly step: Step;
  /** It can still be decided. */
  readonly open: boolean;
}

/** How many of whom, and who has approved. */
function PeopleStep({ step, open }: StepProps): ReactNode {
  const { t } = useTranslation();
  // The rules of now name whom they ask: of what is decided they say nothing.
  const people = step.members.filter(({ member_id }) => open || step.approved.includes(member_id));
  if (people.length === 0) return null;
  return (
    <li className="grid gap-1 border-line2 border-b px-3.5 py-2.5 last:border-b-0">
      <span className="flex justify-between gap-2">
        <bdi className="font-medium">{nodeName(t, step)}</bdi>
        {open && (
          <span className="text-mut tabular-nums">
            {t('tx.approvedOf', { have: step.approved.length, need: step.threshold })}
          </span>
        )}
      </span>
      <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
        {people.map((member) => {
          const done = step.approved.includes(member.member_id);
          return (
            <li key={member.member_id} className={done ? 'inline-flex items-center gap-1 text-ok' : 'text-mut'}>
              {done && <Check size={13} role="img" aria-label={t('tx.hasApproved')} />}
              <bdi>{member.name}</bdi>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

/** It is one of the approvals above, so nobody is asked for another; once nothing can be decided any more, nor for this. */
function PageStep({ step, open }: StepProps): ReactNode {
  const { t } = useTranslation();
  const isDone = step.approved.length >= step.threshold;
  if (!isDone && !open) return null;
  return (
    <li className="border-line2 border-b px-3.5 py-2.5 text-mut last:border-b-0">
      {t(isDone ? 'todo.otherPageDone' : 'todo.otherPage')}
    </li>
  );
}

const drawn: Readonly<Record<Step['kind'], (props: StepProps) => ReactNode>> = {
  approve: PeopleStep,
  sign: PeopleStep,
  accept: PeopleStep,
  page: PageStep,
};

/** Who approved and who is left, step by step. */
export function Approvals({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const open = transaction.status === orderStatus.awaitingApproval;
  if (!transaction.approvals.some(({ approved }) => open || approved.length > 0)) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('tx.approvals')}</h3>
      <ul className="overflow-hidden rounded-lg border border-line">
        {numbered(transaction.approvals).map(({ item: step, at }) => {
          const Drawn = drawn[step.kind];
          return <Drawn key={at} step={step} open={open} />;
        })}
      </ul>
    </section>
  );
}

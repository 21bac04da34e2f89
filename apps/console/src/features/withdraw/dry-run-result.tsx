import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { numbered } from '../../lib/numbered.ts';
import { ruleName } from '../../lib/rule.ts';
import { nodeName } from '../../ui/approval-nodes.tsx';
import { Banner } from '../../ui/feedback.tsx';
import type { DryRun } from './use-quote.ts';

/** Would it be accepted, by which rule, and who must approve. Nothing is shown before the server has been asked. */
export function DryRunResult({ dryRun }: { dryRun: DryRun | undefined }): ReactNode {
  const { t } = useTranslation();
  if (!dryRun) return null;
  if (!dryRun.pass)
    return (
      <Banner tone="bad" title={t('withdraw.check.refused')}>
        {dryRun.reason}
      </Banner>
    );
  return (
    <section aria-live="polite" className="grid gap-2 rounded-lg border border-line bg-bg p-3">
      <p className="flex items-center gap-2 font-medium text-ok">
        <CircleCheck size={15} aria-hidden />
        {t('withdraw.check.passes')}
      </p>
      <p className="text-mut">
        {t('withdraw.check.rule')} <bdi className="text-fg">{ruleName(t, dryRun.rule)}</bdi>
      </p>
      {dryRun.solo_mode ? <p className="text-mut">{t('withdraw.check.solo')}</p> : <Approvers dryRun={dryRun} />}
    </section>
  );
}

type Step = DryRun['approvers_preview'][number];

function PeopleStep({ step }: { step: Step }): ReactNode {
  const { t } = useTranslation();
  return (
    <li className="flex flex-wrap gap-x-1.5">
      <span className="font-medium">{t('withdraw.check.node', { count: step.threshold })}</span>
      <bdi className="text-mut">{step.members.map((member) => member.name).join(listJoin())}</bdi>
    </li>
  );
}

/** It is one of the approvals above: nobody is asked for another. */
function PageStep({ step }: { step: Step }): ReactNode {
  const { t } = useTranslation();
  return <li className="text-mut">{nodeName(t, step)}</li>;
}

const drawn: Readonly<Record<Step['kind'], (props: { step: Step }) => ReactNode>> = {
  approve: PeopleStep,
  sign: PeopleStep,
  accept: PeopleStep,
  page: PageStep,
};

/** Who must approve, step by step: so many out of these, said as the inbox says it. */
export function Approvers({ dryRun }: { dryRun: DryRun }): ReactNode {
  return (
    <ol className="grid gap-1">
      {numbered(dryRun.approvers_preview).map(({ item: step, at }) => {
        const Drawn = drawn[step.kind];
        return <Drawn key={at} step={step} />;
      })}
    </ol>
  );
}

import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../lib/list-join.ts';
import { numbered } from '../lib/numbered.ts';
import { ownMember } from '../lib/signer-link.ts';
import { nodeName } from './approval-nodes.tsx';

type DryRun = Pick<Output<typeof contract.withdraw.limitCheck>, 'approvers_preview'>;
type Step = DryRun['approvers_preview'][number];

function PeopleStep({ step }: { step: Step }): ReactNode {
  const { t } = useTranslation();
  const { threshold: count, members } = step;
  // Rules that leave out whoever asks do not name them here.
  const own = ownMember();
  const isOwn = own !== undefined && members.some(({ member_id }) => member_id === own);
  return (
    <li className="flex flex-wrap gap-x-1.5">
      <span className="font-medium">
        {t(members.length > count ? 'withdraw.check.nodeAny' : 'withdraw.check.node', { count })}
      </span>
      <bdi className="text-mut">{members.map((member) => member.name).join(listJoin())}</bdi>
      {isOwn && <span className="text-mut">{t('withdraw.check.own')}</span>}
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

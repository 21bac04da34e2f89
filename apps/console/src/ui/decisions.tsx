import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from './display.tsx';
import { Banner } from './feedback.tsx';
import { Honest } from './honest.tsx';
import { Detail } from './layout.tsx';

export interface Decision {
  readonly id: string;
  readonly name: string;
  readonly decision: 'initiate' | 'approve' | 'refuse';
  readonly time: Date;
  readonly remark: string;
  /** The remark is part of what was signed; else the server was told it beforehand. */
  readonly remark_signed: boolean;
}

/** What somebody said of a decision, and whether they signed that too. */
function Remark({ remark, remark_signed: signed }: Pick<Decision, 'remark' | 'remark_signed'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (remark === '') return null;
  return (
    <span className="block break-words">
      <Honest text={remark} />
      {!signed && <span className="text-mut"> · {t('tools:todo.remarkTold')}</span>}
    </span>
  );
}

/** Who refused what has ended so, and why: of several, whose refusal came last, since nothing is taken after the end. */
export function Refusal({ decisions }: { decisions: readonly Decision[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const refusal = decisions.findLast(({ decision }) => decision === 'refuse');
  if (!refusal) return null;
  return (
    <Banner tone="bad" title={t('tools:todo.refusedBy', { name: refusal.name })}>
      {refusal.remark !== '' && <Remark {...refusal} />}
    </Banner>
  );
}

/** Who signed what, and when: how an item ended, also where the rule that asked them is gone. Its screen brings the texts of `tools`. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (decisions.length === 0) return null;
  const unsigned = decisions.some(({ remark, remark_signed: signed }) => remark !== '' && !signed);
  const words = {
    initiate: t('tools:todo.decided.initiate'),
    approve: t('tools:todo.decided.approve'),
    refuse: t('tools:todo.decided.refuse'),
  };
  return (
    <div className="rounded-lg border border-line bg-panel px-4 py-2">
      <dl>
        {decisions.map(({ id, name, decision, time, ...said }) => (
          <Detail key={`${decision} ${id}`} name={words[decision]}>
            <bdi>{name}</bdi> · <RelativeTime when={time} />
            <Remark {...said} />
          </Detail>
        ))}
      </dl>
      <p className="py-1 text-mut text-xs">{t(unsigned ? 'tools:todo.decidedUnsigned' : 'tools:todo.decidedTimes')}</p>
    </div>
  );
}

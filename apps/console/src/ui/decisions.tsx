import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from './display.tsx';
import { Detail } from './layout.tsx';

export interface Decision {
  readonly id: string;
  readonly name: string;
  readonly decision: 'initiate' | 'approve' | 'refuse';
  readonly time: Date;
  readonly remark: string;
}

/** Who signed what, and when: how an item ended, also where the rule that asked them is gone. Its screen brings the texts of `tools`. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (decisions.length === 0) return null;
  const words = {
    initiate: t('tools:todo.decided.initiate'),
    approve: t('tools:todo.decided.approve'),
    refuse: t('tools:todo.decided.refuse'),
  };
  return (
    <div className="rounded-lg border border-line bg-panel px-4 py-2">
      <dl>
        {decisions.map(({ id, name, decision, time, remark }) => (
          <Detail key={`${decision} ${id}`} name={words[decision]}>
            <bdi>{name}</bdi> · <RelativeTime when={time} />
            {remark !== '' && <bdi className="block break-words text-mut">{remark}</bdi>}
          </Detail>
        ))}
      </dl>
      <p className="py-1 text-mut text-xs">{t('tools:todo.decidedUnsigned')}</p>
    </div>
  );
}

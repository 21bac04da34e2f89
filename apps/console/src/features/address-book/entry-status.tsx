import { entryStatus } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { StatusPill } from '../../ui/feedback.tsx';
import { useNow } from '../../ui/use-now.ts';
import { coolingLeft, type Entry, statusView } from './view.ts';

const everyMs = 20_000;

/** Whether it can be paid, and how long that takes when it cannot yet. */
export function EntryStatus({ entry }: { entry: Pick<Entry, 'status' | 'effective_at'> }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const left = coolingLeft(entry, useNow(everyMs));
  // It cools down while somebody looks at it.
  const over = entry.status === entryStatus.cooling && left === undefined;
  const { tone, text } = statusView(over ? entryStatus.active : entry.status);
  return (
    <span className="grid leading-tight" title={absoluteTime(entry.effective_at)}>
      <StatusPill tone={tone} text={t(text)} />
      {left && <span className="text-mut text-xs">{t(left.key, { count: left.count })}</span>}
    </span>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusPill } from '../../ui/feedback.tsx';
import { statusView } from './view.ts';

/** Of a batch, or of a row. */
export function BatchStatus({ status }: { status: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { tone, name } = statusView(status);
  return <StatusPill tone={tone} text={t(`tools:batch.status.${name}`)} />;
}

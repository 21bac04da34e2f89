import { entryStatus } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusPill } from '../../ui/feedback.tsx';
import { statusView } from './view.ts';

/** Where a payee of one's own stands with the team: listed, cooling down, or known to nobody. */
export function ListedPill({ listed }: { listed: number }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  if (listed === 0) return <StatusPill tone="idle" text={t('whiteAddress:own.unlistedShort')} />;
  const text = listed === entryStatus.active ? t('whiteAddress:own.listed') : t(statusView(listed).text);
  return <StatusPill tone={statusView(listed).tone} text={text} />;
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusPill } from '../../ui/feedback.tsx';
import { type Program, statusOf, tones } from './view.ts';

/** Where a program stands. */
export function ProgramStatus({ program }: { program: Pick<Program, 'status'> }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const status = statusOf(program.status);
  return <StatusPill tone={tones[status]} text={t(`apiPage:status.${status}`)} />;
}

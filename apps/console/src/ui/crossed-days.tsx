import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The first day is after the last one. */
export default function CrossedDays(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return t('tools:day.crossed');
}

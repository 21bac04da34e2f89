import { sessionEnds } from '@holdfast/contract/session';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback.tsx';

/** Why somebody sees the log-in who was logged in. */
export default function SessionOver({ why }: { why: string }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const known = sessionEnds.find((one) => one === why) ?? 'over';
  return <Banner className="mb-4">{t(`tools:account.over.${known}`)}</Banner>;
}

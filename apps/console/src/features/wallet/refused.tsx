import { ApiError } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback.tsx';

/** Why the server took it not, or that it gave no answer. */
export function Refused({ error }: { error: Error | null }): ReactNode {
  const { t } = useTranslation();
  if (!error) return null;
  return <Banner tone="bad">{error instanceof ApiError ? error.message : t('withdraw.noAnswerText')}</Banner>;
}

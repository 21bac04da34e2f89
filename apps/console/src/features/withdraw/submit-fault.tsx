import { ApiError } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback.tsx';

/** Why it was not accepted. Without an answer nothing is known: trying again asks for the same order, never for a second one. */
export function SubmitFault({ error }: { error: Error | null }): ReactNode {
  const { t } = useTranslation();
  if (!error) return null;
  if (error instanceof ApiError)
    return (
      <Banner tone="bad">
        {error.message} <span className="mono text-mut">{error.code}</span>
      </Banner>
    );
  return (
    <Banner tone="warn" title={t('withdraw.noAnswerTitle')}>
      {t('withdraw.noAnswerText')}
    </Banner>
  );
}

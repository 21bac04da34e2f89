import { ApiError } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback.tsx';

/** It stands below all that was reviewed, where nobody looks who has just pressed the button. */
const show = (fault: HTMLDivElement | null): void => fault?.scrollIntoView?.({ block: 'nearest' });

/** Why it was not accepted. Without an answer nothing is known: trying again asks for the same order, never for a second one. */
export function SubmitFault({ error }: { error: Error | null }): ReactNode {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <div ref={show}>
      {error instanceof ApiError ? (
        <Banner tone="bad">
          {error.message} <span className="mono text-mut">{error.code}</span>
        </Banner>
      ) : (
        <Banner tone="warn" title={t('withdraw.noAnswerTitle')}>
          {t('withdraw.noAnswerText')}
        </Banner>
      )}
    </div>
  );
}

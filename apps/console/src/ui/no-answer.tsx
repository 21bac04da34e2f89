import { ApiError } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../lib/api.ts';
import { Banner } from './feedback.tsx';
import type { LostAnswerProps } from './lost-answer.tsx';

/** It stands below all that was written, where nobody looks who has just pressed the button. */
export const showFault = (fault: HTMLElement | null): void => fault?.scrollIntoView?.({ block: 'nearest' });

/** The request's id has an order already: an earlier try had arrived, of whose answer nobody knows. */
export const isTaken = (error: Error): boolean => error instanceof ApiError && error.refusal === 'duplicateRequest';

interface NoAnswerProps {
  readonly error: Error | null;
  /** What it was asked for by; without it nobody can look what became of it. */
  readonly look: LostAnswerProps | undefined;
}

/**
 * That no answer came, and what became of the request: trying again asks for the same order, never for a second one. What looks for it is fetched before it is needed,
 * since afterwards the server may be gone; where it was not to be had, it is tried again, and the words stand without it.
 */
export function NoAnswer({ error, look }: NoAnswerProps): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['lost-answer'],
    queryFn: () => import('./lost-answer.tsx'),
    meta: { quiet: true },
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 3_000,
  });
  if (!error || (isRefusal(error) && !isTaken(error))) return null;
  // Whoever draws the refusal says so.
  if (isTaken(error)) return data && look ? <data.LostAnswer {...look} silent /> : null;
  return (
    <div ref={showFault}>
      {data && look ? (
        <data.LostAnswer {...look} />
      ) : (
        <Banner tone="warn" title={t('withdraw.noAnswerTitle')}>
          {t('withdraw.noAnswerText')}
        </Banner>
      )}
    </div>
  );
}

import type { contract, Output } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../lib/query.ts';
import { notify } from '../lib/toasts.ts';
import { useIsOnTop } from './drawers.tsx';
import { Banner } from './feedback.tsx';

/** What reads the answers is fetched with this, while the server is still there. */
void import('@holdfast/contract/transaction').catch(() => undefined);

const everyMs = 3_000;

export interface LostAnswerProps {
  /** By which it was asked for, and would be asked for again. */
  readonly requestId: string;
  /** Goes on as if the answer had come. */
  readonly onFound: (orderId: number) => void;
  /** Something else says how it stands. */
  readonly silent?: boolean;
}

/** Looks for the order of a request that got no answer, for as long as this is drawn and the page is seen. */
export function LostAnswer({ requestId, onFound, silent = false }: LostAnswerProps): ReactNode {
  const { t } = useTranslation();
  const isOnTop = useIsOnTop();
  const orderIn = (answer: Output<typeof contract.transaction.list> | undefined): number | undefined =>
    answer?.list.find(({ request_id }) => request_id === requestId)?.id;
  const { data, isSuccess, isFetchedAfterMount } = useQuery({
    ...apiQuery('transaction', 'list', { request_id: requestId }, { quiet: true }),
    // What lies below another drawer leads nobody away from that.
    enabled: isOnTop,
    refetchInterval: ({ state }) => orderIn(state.data) === undefined && everyMs,
    // What was known of an earlier try is no answer to this one.
    staleTime: 0,
    // It asks again by itself; without a network it says so at once.
    retry: false,
    networkMode: 'always',
  });
  const found = isOnTop ? orderIn(data) : undefined;
  const tell = useEffectEvent((id: number): void => {
    notify(t('withdraw.noAnswerFound'), 'info');
    onFound(id);
  });
  useEffect(() => {
    if (found !== undefined) tell(found);
  }, [found]);
  if (silent) return null;
  return <LookedFor answered={found === undefined && isSuccess && isFetchedAfterMount} />;
}

/** @param answered the server says that it has no such request; otherwise nothing is known yet */
export function LookedFor({ answered }: { readonly answered: boolean }): ReactNode {
  const { t } = useTranslation();
  if (answered)
    return (
      <Banner tone="warn" title={t('withdraw.noAnswerNoneTitle')}>
        {t('withdraw.noAnswerNone')}
      </Banner>
    );
  return (
    <Banner tone="warn" title={t('withdraw.noAnswerTitle')}>
      {t('withdraw.noAnswerText')} {t('withdraw.noAnswerLooking')}
    </Banner>
  );
}

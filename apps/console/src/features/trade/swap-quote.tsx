import { ApiError } from '@holdfast/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import type { subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, Skeleton, useErrorText } from '../../ui/feedback.tsx';
import type { LostAnswerProps } from '../../ui/lost-answer.tsx';
import { NoAnswer } from '../../ui/no-answer.tsx';
import { StepUp } from '../../ui/step-up.tsx';
import { Steps } from '../../ui/steps.tsx';
import { QuoteFacts } from './quote-facts.tsx';
import type { Limits, Quote } from './view.ts';

type Wallet = ReturnType<typeof subWalletIdOf>;

interface SwapQuoteProps {
  readonly limits: Limits;
  readonly ask: {
    readonly sub_wallet_id: Wallet;
    readonly main_chain_symbol: string;
    readonly from_contract: string;
    readonly to_contract: string;
    readonly amount: string;
    readonly slippage: number;
    readonly provider: string | undefined;
  };
  /** By which the next step is asked for: two clicks share it, and a lost answer tried again. */
  readonly requestId: string;
  /** It was: the step after it is another order. */
  readonly onRenew: () => void;
  readonly onDone: () => void;
}

/** The present quote, renewed before it ends, and the steps that make it a swap. */
export function SwapQuote({ ask, limits, ...steps }: SwapQuoteProps): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const textOf = useErrorText();
  const renewMs = (limits.quote_seconds * 1_000 * 2) / 3;
  const { data, error } = useApi('trade', 'price', ask, { quiet: true, refetchInterval: renewMs });
  if (error && !data) return <Banner tone="bad">{textOf(error)}</Banner>;
  if (!data) return <Skeleton className="h-32 w-full" />;
  return (
    <section className="grid gap-4" data-testid="quote" aria-label={t('trade:price')}>
      <QuoteFacts quote={data} limits={limits} />
      <Doing wallet={ask.sub_wallet_id} quote={data} {...steps} />
    </section>
  );
}

/** Why the rules would not let it be made. */
class Denied extends Error {}

/** Asks for what the step is. */
function useStep({ wallet: sub_wallet_id, quote, requestId: request_id, onRenew, onDone }: DoingProps) {
  const drawers = useDrawers();
  const cache = useQueryClient();
  const named = { sub_wallet_id, quote_id: quote.quote_id };
  const done = async (id: number, allows: boolean): Promise<void> => {
    onRenew();
    drawers.push('approve', String(id));
    if (!allows) onDone();
    await cache.invalidateQueries();
  };
  const step = useMutation({
    meta: { quiet: true },
    mutationFn: async (allows: boolean) => {
      if (allows) return api.trade.createApprove({ request_id, ...named });
      const { pass, reason } = await api.trade.check(named);
      if (!pass) throw new Denied(reason);
      return api.trade.submit({ request_id, ...named });
    },
    onSuccess: ({ withdraw_id }, allows) => done(withdraw_id, allows),
    onMutate: () => request_id,
  });
  const found = (id: number): void => {
    // The page stays, and its next step is another request.
    step.reset();
    void done(id, step.variables ?? false);
  };
  const isSame = step.context === request_id;
  return { step, look: isSame ? { requestId: request_id, onFound: found } : undefined };
}

const pollMs = 4_000;

interface DoingProps extends Pick<SwapQuoteProps, 'requestId' | 'onRenew' | 'onDone'> {
  readonly wallet: Wallet;
  readonly quote: Quote;
}

function Doing(props: DoingProps): ReactNode {
  const { wallet, quote } = props;
  const { t } = useTranslation(['translation', 'trade']);
  const { push } = useDrawers();
  const need = quote.need_approve;
  const allows = need !== null && !need.enough;
  const info = useApi(
    'trade',
    'approveInfo',
    { sub_wallet_id: wallet, quote_id: quote.quote_id },
    { enabled: need !== null, quiet: true, refetchInterval: pollMs, keep: true },
  );
  const { step, look } = useStep(props);
  const needsCode = step.error instanceof ApiError && step.error.refusal === 'stepUpRequired';
  // What the chain says already, is final only once its order is.
  const order = need ? info.data?.order : undefined;
  const isKnown = need === null || info.data !== undefined || info.error !== null;
  const waits = allows || !!order;
  if (!isKnown) return <Skeleton className="h-10 w-full" />;
  return (
    <>
      {need && <Steps names={[t('trade:stepAllow'), t('trade:stepSwap')]} current={waits ? 0 : 1} />}
      {allows && !order && <p className="text-mut">{t('trade:allowText')}</p>}
      {order ? (
        <Banner tone="info" title={t('trade:allowing')}>
          <Button onClick={() => push('approve', String(order.withdraw_id))}>{t('trade:openOrder')}</Button>
        </Banner>
      ) : (
        <Button
          variant="primary"
          size="lg"
          busy={step.isPending}
          disabled={needsCode}
          onClick={() => step.mutate(allows)}
        >
          {allows ? t('trade:allow', { amount: quote.max_pay_amount, symbol: quote.from_symbol }) : t('trade:swap')}
        </Button>
      )}
      {needsCode ? <StepUp onDone={() => step.mutate(allows)} /> : <Refused error={step.error} look={look} />}
    </>
  );
}

function Refused({ error, look }: { error: Error | null; look: LostAnswerProps | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  if (error instanceof Denied) return <Banner tone="bad">{t('trade:denied', { reason: error.message })}</Banner>;
  return (
    <>
      {error instanceof ApiError && <Banner tone="bad">{error.message}</Banner>}
      <NoAnswer error={error} look={look} />
    </>
  );
}

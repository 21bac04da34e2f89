import type { contract, OrderId, Output } from '@holdfast/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { coinKey } from '../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { BumpRule } from './bump-rule.tsx';
import { FeeChoice, type Level } from './fee-choice.tsx';
import { tierOf } from './view.ts';

type Info = Output<typeof contract.withdraw.speedUpInfo>;

type Place = Parameters<typeof api.withdraw.speedUpInfo>[0] & { readonly action: 'speed_up' | 'drop' };
type Action = Place['action'];
const texts = {
  speed_up: { about: 'tx.speedUp.about', ask: 'tx.speedUp.ask', approval: 'tx.speedUp.approvalNeeded' },
  drop: { about: 'tx.drop.about', ask: 'tx.drop.ask', approval: 'tx.drop.approvalNeeded' },
} as const;

/** Asks for a payment under way once more, or that nothing is made in its place: for a higher fee. */
export function AttemptForm({ args, action }: DrawerProps & { action: Action }): ReactNode {
  const { t } = useTranslation();
  const place: Place = { withdraw_id: itemId(args[0]) as OrderId, action };
  const named = place.withdraw_id > 0;
  const { data, error, refetch } = useApi('withdraw', 'speedUpInfo', place, {
    quiet: true,
    keep: true,
    enabled: named,
  });
  if (!named) return <EmptyState title={t('tx.notFound')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Asking info={data} place={place} /> : <DrawerBody>{<Skeleton className="h-40 w-full" />}</DrawerBody>;
}

const ways = { speed_up: api.withdraw.speedUp, drop: api.withdraw.drop };

function useAsk(info: Info, { action, ...place }: Place, level: Level) {
  const [requestId] = useState(newRequestId);
  const max_fee = tierOf(info, level)?.max_fee;
  return useAsking({ requestId, form: level }, () =>
    ways[action]({ ...place, request_id: requestId, fee_level: level, ...(max_fee ? { max_fee } : {}) }),
  );
}

function Asking({ info, place }: { info: Info; place: Place }): ReactNode {
  const { t } = useTranslation();
  const formId = useId();
  const [level, setLevel] = useState<Level>(2);
  const ask = useAsk(info, place, level);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate();
  };
  const { problem } = info;
  const said = texts[place.action];
  return (
    <AskingBody
      formId={formId}
      label={t(said.ask)}
      isWhole={problem === ''}
      busy={ask.isPending}
      error={ask.error}
      onCode={() => ask.mutate()}
    >
      <p className="text-mut">{t(said.about)}</p>
      {problem !== '' && <Banner tone="warn">{t(`tx.speedUp.problem.${problem}`)}</Banner>}
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {problem === '' && <FeeChoice label={t('tx.speedUp.fee')} info={info} level={level} onLevel={setLevel} />}
      </form>
      {info.mode === 'rbf' && place.action === 'speed_up' && <ByChild info={info} place={place} />}
      <Costs info={info} level={level} approval={said.approval} />
      {place.action === 'speed_up' && <ByRule place={place} />}
    </AskingBody>
  );
}

/** What cannot be replaced, or is not to be, is paid for by a child that spends what comes back of it. */
function ByChild({ info, place }: { info: Info; place: Place }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { data } = useApi('transaction', 'detail', { type: 2, id: place.withdraw_id }, { quiet: true });
  const newest = info.attempts.findLast(({ txid }) => txid !== '');
  if (!data || !newest) return null;
  const coin = coinKey({ symbol: data.symbol, chain_id: data.evidence.chain_id, contract_address: '' });
  return (
    <p className="flex flex-wrap items-center gap-2 text-mut">
      {t('tx.child.instead')}
      <Button size="sm" onClick={() => drawers.push('payFor', coin, String(data.sub_wallet_id), newest.txid)}>
        {t('tx.child.title')}
      </Button>
    </p>
  );
}

/** Whether payments of this wallet are sped up by themselves. */
function ByRule({ place }: { place: Place }): ReactNode {
  const { data } = useApi('transaction', 'detail', { type: 2, id: place.withdraw_id }, { quiet: true });
  if (!data) return null;
  const { symbol, sub_wallet_id: subWalletId, evidence } = data;
  return <BumpRule coin={{ symbol, chain_id: evidence.chain_id, contract_address: '' }} subWalletId={subWalletId} />;
}

interface CostsProps {
  readonly info: Info;
  readonly level: Level;
  readonly approval: (typeof texts)[Action]['approval'];
}

/** From what to what, and who has to agree: told before it is asked for. */
function Costs({ info, level, approval }: CostsProps): ReactNode {
  const { t } = useTranslation();
  const tier = tierOf(info, level);
  const { fee_symbol: symbol } = info;
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
      <Detail name={t('tx.speedUp.now')}>
        <Amount value={info.max_fee} symbol={symbol} />
      </Detail>
      {tier && (
        <Detail name={t('tx.speedUp.then')}>
          <Amount value={tier.max_fee} symbol={symbol} />
        </Detail>
      )}
      <Detail name={t('withdraw.available')}>
        <Amount value={info.fee_balance} symbol={symbol} />
      </Detail>
      {tier && (
        <Detail name={t('tx.speedUp.approval')}>{t(info.approval_needed ? approval : 'tx.speedUp.approvalOwn')}</Detail>
      )}
    </dl>
  );
}

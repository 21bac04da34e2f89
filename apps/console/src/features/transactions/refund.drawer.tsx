import { ApiError, type DepositId, transactionType } from '@holdfast/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { itemId } from '../../lib/item-id.ts';
import { type KeptForm, useKeptForm } from '../../lib/kept-form.ts';
import { looksLikeName } from '../../lib/payee-name.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { RefundFields } from './refund-fields.tsx';
import {
  isReady,
  isWritten,
  newRefund,
  type RefundForm,
  type RefundInfo,
  readRefund,
  refundAsk,
} from './refund-form.ts';

const typingPauseMs = 350;

/** `refund:<deposit>`: gives a deposit back to who paid it, or elsewhere. */
export default function RefundDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const deposit = itemId(args[0]) as DepositId;
  const named = deposit > 0;
  const usual = useApi('withdraw', 'refundInfo', { deposit_id: deposit }, { quiet: true, enabled: named });
  const kept = useKeptForm({
    name: `refund:${deposit}`,
    start: newRefund,
    isWritten: (written) => usual.data !== undefined && isWritten(usual.data, written),
    read: readRefund,
  });
  const { form } = kept;
  // A name is looked for in the address book; only an address is asked about.
  const to = useDebounced(looksLikeName(form.to) ? '' : form.to.trim(), typingPauseMs);
  const other = useApi(
    'withdraw',
    'refundInfo',
    { deposit_id: deposit, address_to: to },
    { quiet: true, enabled: named && to !== '' },
  );
  const { data: paid } = useApi(
    'transaction',
    'detail',
    { type: transactionType.deposit, id: deposit },
    { quiet: true, enabled: named },
  );
  if (!named) return <EmptyState title={t('tx.notFound')} />;
  if (usual.error && !usual.data) return <ErrorState error={usual.error} onRetry={() => void usual.refetch()} />;
  if (!usual.data) return <DrawerBody>{<Skeleton className="h-40 w-full" />}</DrawerBody>;
  const info = to === '' ? usual.data : { ...usual.data, address_to: '', warnings: [], ...other.data };
  const settled = to === form.to.trim() && (to === '' || other.data !== undefined);
  const fault = to === '' ? null : other.error;
  return (
    <Asking
      deposit={deposit}
      coin={paid && { symbol: paid.symbol, chain_id: paid.evidence.chain_id, contract_address: paid.contract_address }}
      payer={paid?.sub_wallet_id}
      info={info}
      fault={fault}
      settled={settled}
      kept={kept}
    />
  );
}

interface AskingProps {
  readonly deposit: DepositId;
  readonly coin: CoinName | undefined;
  readonly payer: number | undefined;
  readonly info: RefundInfo;
  /** Why the address that stands there is none. */
  readonly fault: Error | null;
  /** The answer is about the address that stands there. */
  readonly settled: boolean;
  readonly kept: KeptForm<RefundForm>;
}

function useAsk(deposit: DepositId, info: RefundInfo, kept: KeptForm<RefundForm>) {
  const ask = () => api.withdraw.refund({ request_id: kept.requestId, ...refundAsk(deposit, info, kept.form) });
  return useAsking(kept, ask);
}

function Asking({ deposit, coin, payer, info, fault, settled, kept }: AskingProps): ReactNode {
  const { t } = useTranslation();
  const formId = useId();
  const ask = useAsk(deposit, info, kept);
  const [tried, setTried] = useState(false);
  const { form, offer } = kept;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isReady(info, form)) ask.mutate();
  };
  const { problem } = info;
  return (
    <AskingBody
      formId={formId}
      label={t('tx.refund.ask')}
      isWhole={settled && problem === ''}
      busy={ask.isPending}
      error={ask.error}
      onCode={() => ask.mutate()}
    >
      {offer && <LeftForm {...offer} parts={[offer.left.amount, offer.left.to, offer.left.memo]} />}
      <p className="text-mut">{t('tx.refund.about')}</p>
      {problem !== '' && <Banner tone="warn">{t(`tx.refund.problem.${problem}`)}</Banner>}
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {problem === '' && (
          <RefundFields
            info={info}
            coin={coin}
            payer={payer}
            form={form}
            fault={fault instanceof ApiError ? fault.message : undefined}
            tried={tried}
            onForm={kept.change}
          />
        )}
      </form>
    </AskingBody>
  );
}

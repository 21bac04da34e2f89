import type { contract, Output } from '@holdfast/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { subWalletIdOf, useWalletCoin } from '../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { AddressChip, Amount } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { Detail } from '../../ui/layout.tsx';
import { FeeChoice, type Level } from './fee-choice.tsx';
import { tierOf } from './view.ts';

type Info = Output<typeof contract.withdraw.childInfo>;
type Place = Parameters<typeof api.withdraw.childInfo>[0];
const typingPauseMs = 350;

/** `payFor:<coin>:<sub-wallet>[:<txid>]`: asks for a child that pays for a transaction which waits for a block. */
export default function PayForDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, name, error, retry } = useWalletCoin(args);
  const [written, setWritten] = useState(args[2] ?? '');
  const txid = useDebounced(written.trim().toLowerCase(), typingPauseMs);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (subWalletId === null || !name) return <Skeleton className="h-40 w-full" />;
  const isId = /^[0-9a-f]{64}$/.test(txid);
  const place: Place = { sub_wallet_id: subWalletIdOf(subWalletId), ...name, txid };
  const field = (
    <>
      <p className="text-mut">{t('tx.child.about')}</p>
      <Field label={t('tx.child.parent')} error={txid !== '' && !isId ? t('tx.child.noId') : undefined}>
        <TextInput
          value={written}
          maxLength={64}
          className="mono h-9"
          onChange={({ target }) => setWritten(target.value)}
        />
      </Field>
    </>
  );
  return isId ? <Asked key={txid} place={place} field={field} /> : <DrawerBody>{field}</DrawerBody>;
}

function useAsk(place: Place, info: Info | undefined, level: Level) {
  const [requestId] = useState(newRequestId);
  const max_fee = info && tierOf(info, level)?.max_fee;
  return useAsking({ requestId, form: level }, () =>
    api.withdraw.child({ ...place, request_id: requestId, fee_level: level, ...(max_fee ? { max_fee } : {}) }),
  );
}

function Asked({ place, field }: { readonly place: Place; readonly field: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const formId = useId();
  const [level, setLevel] = useState<Level>(2);
  const { data, error, refetch } = useApi('withdraw', 'childInfo', place, { quiet: true, keep: true });
  const ask = useAsk(place, data, level);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate();
  };
  const isOpen = data?.problem === '' && tierOf(data, level) !== undefined;
  return (
    <AskingBody
      formId={formId}
      label={t('tx.child.ask')}
      isWhole={isOpen}
      busy={ask.isPending}
      error={ask.error}
      onCode={() => ask.mutate()}
    >
      {field}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && data.problem !== '' && <Banner tone="warn">{t(`tx.child.problem.${data.problem}`)}</Banner>}
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {data?.problem === '' && <FeeChoice label={t('tx.child.fee')} info={data} level={level} onLevel={setLevel} />}
      </form>
      {data && data.amount !== '0' && <Facts info={data} level={level} />}
    </AskingBody>
  );
}

/** What is spent, what the parent pays so far, and what the child adds: told before it is asked for. */
function Facts({ info, level }: { readonly info: Info; readonly level: Level }): ReactNode {
  const { t } = useTranslation();
  const { fee_symbol: symbol } = info;
  const tier = tierOf(info, level);
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
      <Detail name={t('tx.child.spends')}>
        <Amount value={info.amount} symbol={symbol} />
        <AddressChip address={info.address} copy={null} />
      </Detail>
      <Detail name={t('tx.child.rate')}>
        {info.parent_rate} {info.fee_unit}
      </Detail>
      <Detail name={t('tx.child.paid')}>
        <Amount value={info.parent_fee} symbol={symbol} />
      </Detail>
      {tier && (
        <Detail name={t('tx.child.adds')}>
          <Amount value={tier.fee} symbol={symbol} />
        </Detail>
      )}
      <Detail name={t('withdraw.available')}>
        <Amount value={info.fee_balance} symbol={symbol} />
      </Detail>
    </dl>
  );
}

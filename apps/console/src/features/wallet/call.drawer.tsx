import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { fieldsLike, useKeptForm } from '../../lib/kept-form.ts';
import { useApi } from '../../lib/query.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { CallFields } from './call-fields.tsx';
import { type CallForm, type Composed, type Contract, compose, emptyCall, isWritten } from './call-form.ts';
import { CallLook, type Looked, toldOf } from './call-look.tsx';

/** `call:<sub-wallet>:<chain>`: composes a call of a contract, shows what it would do, and asks for it. */
export default function CallDrawer({ args: [wallet, chain = ''] }: DrawerProps): ReactNode {
  const subWalletId = Number(wallet);
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), main_chain_symbol: chain };
  const { data, error, refetch } = useApi('web3', 'info', ask, { quiet: true });
  const book = useApi('addressBook', 'list', { chain, page_size: 200 }, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || book.isLoading)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  const listed = (book.data?.list ?? []).filter(({ methods }) => methods.length > 0);
  return (
    <Asking chain={chain} subWalletId={subWalletId} symbol={data.base_symbol} from={data.address} listed={listed} />
  );
}

interface AskingProps {
  readonly chain: string;
  readonly subWalletId: number;
  readonly symbol: string;
  readonly from: string;
  readonly listed: readonly Contract[];
}

const callOf = ({ chain, subWalletId }: AskingProps, { value }: CallForm, { address, data }: Composed) => ({
  sub_wallet_id: subWalletIdOf(subWalletId),
  main_chain_symbol: chain,
  interactive_contract: address,
  amount: value === '' ? '0' : value,
  input_data: data,
});
type Call = ReturnType<typeof callOf>;

/** The order states what was shown: what leaves beyond it is refused. */
const statedOf = ({ outflows }: Looked) =>
  outflows.map(({ contract_address, amount }) => ({ contract_address, amount }));

function useCall({ chain, subWalletId, listed }: AskingProps) {
  const start: CallForm = { ...emptyCall, listed: listed[0]?.address ?? '' };
  const kept = useKeptForm({
    name: `call:${subWalletId}:${chain}`,
    start,
    isWritten,
    read: (value) =>
      fieldsLike(start, value, { by: ['method', 'data'], listed: ['', ...listed.map(({ address }) => address)] }),
  });
  const look = useMutation({ meta: { quiet: true }, mutationFn: (call: Call) => api.web3.simulate(call) });
  const ask = useAsking(kept, ({ call, looked }: { call: Call; looked: Looked }) =>
    api.web3.create({ ...call, request_id: kept.requestId, trans_type: '1', outflows: statedOf(looked) }),
  );
  return { look, ask, kept };
}

function Asking(props: AskingProps): ReactNode {
  const { t } = useTranslation();
  const { chain, from, listed, symbol, subWalletId } = props;
  const coin = useHeldCoin(subWalletId, { chain_id: chain, contract_address: '' });
  const [tried, setTried] = useState(false);
  const formId = useId();
  const { look, ask, kept } = useCall(props);
  const { form, offer } = kept;
  const composed = compose(form, listed);
  const call = callOf(props, form, composed);
  const isLookedAt = look.data !== undefined && JSON.stringify(look.variables) === JSON.stringify(call);
  const mayAsk = isLookedAt && look.data?.simulation.success === true && look.data.problem === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!composed.isWhole || composed.faults.length > 0) return;
    if (mayAsk && look.data) ask.mutate({ call, looked: look.data });
    else look.mutate(call);
  };
  const change = (to: CallForm): void => {
    kept.change(to);
    kept.renew();
  };
  return (
    <AskingBody
      formId={formId}
      label={t(mayAsk ? 'call.ask' : 'call.look')}
      busy={look.isPending || ask.isPending}
      error={ask.error ?? look.error}
      onCode={() => look.data && ask.mutate({ call, looked: look.data })}
    >
      {offer && (
        <LeftForm {...offer} parts={[offer.left.listed || offer.left.address, ...offer.left.texts, offer.left.data]} />
      )}
      <p className="text-mut">{t('call.about')}</p>
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <CallFields {...{ form, composed, listed, symbol, coin, tried }} onForm={change} />
      </form>
      {look.data && !isLookedAt && <p className="text-mut">{t('call.changed')}</p>}
      {isLookedAt && look.data && (
        <CallLook looked={look.data} told={toldOf(chain, from, composed.address, composed.data, listed)} />
      )}
    </AskingBody>
  );
}

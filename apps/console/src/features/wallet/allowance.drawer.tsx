import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount, isAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { fieldsLike, type KeptForm, useKeptForm } from '../../lib/kept-form.ts';
import { useApi } from '../../lib/query.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field } from '../../ui/form.tsx';
import { Detail } from '../../ui/layout.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { PayeeField } from '../../ui/payee-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { OnChain } from './allowance-view.ts';

/** What is asked for: of which token, who may take it, and how much. */
interface Form {
  readonly contract: string;
  readonly spender: string;
  readonly amount: string;
}

/** `allowance:<sub-wallet>:<chain>[:<token>:<spender>]`: lets a spender take so much; of a token and spender that are named, takes it back. */
export default function AllowanceDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const [wallet, chainId, contract = '', spender = ''] = args;
  const subWalletId = Number(wallet);
  const { data, error, refetch } = useApi(
    'web3',
    'allowances',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { quiet: true, keep: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const chain = data?.list.find(({ chain_id }) => chain_id === chainId);
  const token = contract === '' ? chain?.coins[0] : chain?.coins.find((one) => one.contract_address === contract);
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  if (!chain || !token) return <EmptyState title={t('allowance.gone')} />;
  const revokes = spender !== '';
  const first: Form = { contract: token.contract_address, spender, amount: revokes ? '0' : '' };
  return <Asking chain={chain} subWalletId={subWalletId} first={first} revokes={revokes} />;
}

interface AskingProps {
  readonly chain: OnChain;
  readonly subWalletId: number;
  readonly first: Form;
  readonly revokes: boolean;
}

function useKept({ chain, subWalletId, first }: AskingProps) {
  return useKeptForm<Form>({
    name: `allowance:${subWalletId}:${chain.chain_id}:${first.spender && first.contract}:${first.spender}`,
    start: first,
    isWritten: ({ spender, amount }) => spender !== first.spender || amount !== first.amount,
    read: (value) => fieldsLike(first, value, { contract: chain.coins.map((coin) => coin.contract_address) }),
  });
}

function useAsk({ chain, subWalletId }: AskingProps, kept: KeptForm<Form>) {
  const { contract, spender, amount } = kept.form;
  return useAsking(kept, () =>
    api.web3.create({
      request_id: kept.requestId,
      sub_wallet_id: subWalletIdOf(subWalletId),
      main_chain_symbol: chain.chain_id,
      interactive_contract: contract,
      spender: spender.trim(),
      amount,
    }),
  );
}

function Asking(props: AskingProps): ReactNode {
  const { chain, revokes } = props;
  const { t } = useTranslation();
  const kept = useKept(props);
  const { form, offer } = kept;
  const [tried, setTried] = useState(false);
  const formId = useId();
  const ask = useAsk(props, kept);
  const isWhole = form.spender.trim() !== '' && (revokes || isAmount(form.amount));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isWhole) ask.mutate();
  };
  return (
    <AskingBody
      formId={formId}
      label={t(revokes ? 'allowance.revoke' : 'allowance.give')}
      busy={ask.isPending}
      error={ask.error}
      onCode={() => ask.mutate()}
    >
      {offer && (
        <LeftForm
          {...offer}
          parts={[`${offer.left.amount} ${symbolOf({ chain, form: offer.left })}`, offer.left.spender]}
        />
      )}
      <p className="text-mut">{t(revokes ? 'allowance.revokeText' : 'allowance.giveText')}</p>
      <Payer chain={chain} subWalletId={props.subWalletId} />
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {revokes ? (
          <Revoked chain={chain} form={form} />
        ) : (
          <Fields chain={chain} subWalletId={props.subWalletId} form={form} tried={tried} onForm={kept.change} />
        )}
      </form>
    </AskingBody>
  );
}

/** What the network fee is paid of. */
function Payer({ chain, subWalletId }: Pick<AskingProps, 'chain' | 'subWalletId'>): ReactNode {
  const { t } = useTranslation();
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), main_chain_symbol: chain.chain_id };
  const { data } = useApi('web3', 'info', ask, { quiet: true });
  if (!data) return null;
  const { balance, base_symbol: symbol } = data;
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5">
      <Detail name={t('allowance.payer')}>{t('allowance.payerText', { amount: exactAmount(balance), symbol })}</Detail>
    </dl>
  );
}

type PartProps = Pick<AskingProps, 'chain'> & { readonly form: Form };
const symbolOf = ({ chain, form }: PartProps): string =>
  chain.coins.find(({ contract_address }) => contract_address === form.contract)?.symbol ?? '';

/** What is taken back, and from whom. */
function Revoked({ chain, form }: PartProps): ReactNode {
  const { t } = useTranslation();
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5">
      <Detail name={t('common.network')}>{chain.coin_net}</Detail>
      <Detail name={t('common.coin')}>{symbolOf({ chain, form })}</Detail>
      <Detail name={t('allowance.spender')}>
        <AddressBlocks address={form.spender} />
      </Detail>
    </dl>
  );
}

interface FieldsProps extends PartProps {
  readonly subWalletId: number;
  readonly tried: boolean;
  readonly onForm: (form: Form) => void;
}

function Fields({ chain, subWalletId, form, tried, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const noAmount = !isAmount(form.amount);
  const coin = useHeldCoin(subWalletId, { chain_id: chain.chain_id, contract_address: form.contract });
  return (
    <>
      <Field label={t('common.coin')} hint={chain.coin_net}>
        <Select
          aria-label={t('common.coin')}
          value={form.contract}
          items={chain.coins.map(({ contract_address: value, symbol: label }) => ({ value, label }))}
          onValueChange={(value) => onForm({ ...form, contract: String(value) })}
        />
      </Field>
      <PayeeField
        label={t('allowance.spender')}
        hint={t('allowance.spenderHint')}
        error={tried && form.spender.trim() === '' ? t('allowance.noSpender') : undefined}
        value={form.spender}
        coin={{ symbol: symbolOf({ chain, form }), chain_id: chain.chain_id, contract_address: form.contract }}
        payer={subWalletId}
        onValue={(spender) => onForm({ ...form, spender })}
      />
      <AmountField
        key={form.contract}
        label={t('allowance.most')}
        value={form.amount}
        symbol={symbolOf({ chain, form })}
        coin={coin}
        error={tried && noAmount ? t('allowance.noAmount') : undefined}
        hint={t('allowance.mostHint')}
        onAmount={(amount) => onForm({ ...form, amount })}
      />
    </>
  );
}

import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { fieldsLike, type KeptForm, useKeptForm } from '../../lib/kept-form.ts';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field } from '../../ui/form.tsx';
import { Detail } from '../../ui/layout.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { PayeeField } from '../../ui/payee-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  closedBy,
  deedOf,
  faultsOf,
  freeFrom,
  givesOf,
  isStakeKind,
  locksOf,
  mostOf,
  type Resource,
  type StakeAccount,
  type StakeForm,
  type StakeKind,
} from './stake-view.ts';

const everyMs = 10_000;
const resources = ['energy', 'bandwidth'] as const;

/** `stake:<kind>:<sub-wallet>:<chain>[:<account>:<resource>]`: writes what is to be done with stake, and asks for it. */
export default function StakeDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const [kind, wallet, chain, to = '', resource] = args;
  const subWalletId = Number(wallet);
  const { data, error, refetch } = useApi(
    'stake',
    'accounts',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { quiet: true, keep: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const account = data?.list.find(({ chain_id }) => chain_id === chain);
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  if (!account || !isStakeKind(kind)) return <EmptyState title={t('stake.gone')} />;
  const first: StakeForm = {
    resource: resource === 'bandwidth' ? 'bandwidth' : 'energy',
    amount: '',
    to,
    lockBlocks: 0,
  };
  return <Asking kind={kind} account={account} subWalletId={subWalletId} first={first} />;
}

interface AskingProps {
  readonly kind: StakeKind;
  readonly account: StakeAccount;
  readonly subWalletId: number;
  readonly first: StakeForm;
}

function useKept({ kind, account, subWalletId, first }: AskingProps) {
  return useKeptForm<StakeForm>({
    name: `stake:${kind}:${subWalletId}:${account.chain_id}:${first.to}:${first.resource}`,
    start: first,
    isWritten: ({ amount, to }) => amount !== first.amount || to !== first.to,
    read: (value) => {
      const known =
        deedOf(kind).other === 'known' ? { to: [first.to], resource: [first.resource] } : { resource: resources };
      return fieldsLike(first, value, known);
    },
  });
}

/** Asks for it; a lost answer tried again is the same order. */
function useAsk({ kind, account, subWalletId }: AskingProps, kept: KeptForm<StakeForm>) {
  const { resource, amount, to, lockBlocks } = kept.form;
  const place = { request_id: kept.requestId, sub_wallet_id: subWalletIdOf(subWalletId), chain_id: account.chain_id };
  const asked = { ...place, max_fee: account.max_fee };
  const coins = { ...asked, resource, amount };
  const calls = {
    stake: () => api.stake.stake(coins),
    unstake: () => api.stake.unstake(coins),
    unfrozen: () => api.stake.withdrawUnfrozen(asked),
    delegate: () => api.stake.delegate({ ...coins, address_to: to.trim(), lock_blocks: lockBlocks }),
    reclaim: () => api.stake.reclaim({ ...coins, address_to: to }),
  };
  return useAsking(kept, () => calls[kind]());
}

function Asking(props: AskingProps): ReactNode {
  const { kind, account, subWalletId } = props;
  const { t } = useTranslation();
  const kept = useKept(props);
  const { form, offer } = kept;
  const [tried, setTried] = useState(false);
  const now = useNow(everyMs);
  const formId = useId();
  const ask = useAsk(props, kept);
  const faults = faultsOf(kind, account, form, now);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!faults.amount && !faults.to) ask.mutate();
  };
  const closed = closedBy(kind, account);
  return (
    <AskingBody
      formId={formId}
      label={t(`stake.name.${kind}`)}
      isWhole={closed === undefined}
      busy={ask.isPending}
      error={ask.error}
      onCode={() => ask.mutate()}
    >
      {offer && (
        <LeftForm {...offer} parts={[offer.left.amount && `${offer.left.amount} ${account.symbol}`, offer.left.to]} />
      )}
      <p className="text-mut">{t(`stake.about.${kind}`)}</p>
      {closed === 'full' && <Banner tone="warn">{t('stake.full')}</Banner>}
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {deedOf(kind).amount && (
          <Fields {...{ kind, account, subWalletId, form, now }} faults={tried ? faults : {}} onForm={kept.change} />
        )}
      </form>
      <Facts kind={kind} account={account} form={form} now={now} />
    </AskingBody>
  );
}

interface FieldsProps {
  readonly kind: StakeKind;
  readonly account: StakeAccount;
  readonly subWalletId: number;
  readonly form: StakeForm;
  readonly now: number;
  readonly faults: Partial<ReturnType<typeof faultsOf>>;
  readonly onForm: (form: StakeForm) => void;
}

function Fields({ kind, account, subWalletId, form, now, faults, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const { symbol } = account;
  const most = mostOf(kind, account, form, now);
  const values = { least: account.least, most, symbol };
  const { other } = deedOf(kind);
  const coin = useHeldCoin(subWalletId, { chain_id: account.chain_id, contract_address: '' });
  return (
    <>
      {other !== 'known' && (
        <Field label={t('stake.resource')}>
          <Select
            aria-label={t('stake.resource')}
            value={form.resource}
            items={resources.map((value) => ({ value, label: t(`stake.${value}`) }))}
            onValueChange={(value) => onForm({ ...form, resource: value === 'bandwidth' ? 'bandwidth' : 'energy' })}
          />
        </Field>
      )}
      {other === 'chosen' && (
        <PayeeField
          bare
          label={t('stake.receiver')}
          hint={t('stake.receiverHint')}
          error={faults.to && t('stake.fault.toMissing')}
          value={form.to}
          coin={{ symbol: account.symbol, chain_id: account.chain_id, contract_address: '' }}
          payer={subWalletId}
          onValue={(to) => onForm({ ...form, to })}
        />
      )}
      {other === 'known' && (
        <div className="grid gap-1">
          <span className="font-medium">{t('stake.reclaimedFrom')}</span>
          <AddressBlocks address={form.to} />
        </div>
      )}
      <AmountField
        value={form.amount}
        symbol={symbol}
        coin={coin}
        error={faults.amount && t(`stake.fault.${faults.amount}`, values)}
        aside={
          <>
            {t('withdraw.available')} <Amount value={most} symbol={symbol} />
          </>
        }
        onAmount={(amount) => onForm({ ...form, amount })}
        onMax={() => onForm({ ...form, amount: most })}
      />
      {other === 'chosen' && <Lock account={account} form={form} onForm={onForm} />}
    </>
  );
}

type PartProps = Pick<FieldsProps, 'form' | 'onForm'>;

function Lock({ account, form, onForm }: PartProps & { readonly account: StakeAccount }): ReactNode {
  const { t } = useTranslation();
  const items = locksOf(account).map(({ days, blocks }) => ({
    value: String(blocks),
    label: days === 0 ? t('stake.noLock') : t('stake.lockDays', { count: days }),
  }));
  return (
    <Field label={t('stake.lock')} hint={t('stake.lockHint')}>
      <Select
        aria-label={t('stake.lock')}
        value={String(form.lockBlocks)}
        items={items}
        onValueChange={(value) => onForm({ ...form, lockBlocks: Number(value) })}
      />
    </Field>
  );
}

/** What one gets, from when it can be had back, and what it costs: told before it is asked for. */
function Facts({ kind, account, form, now }: Pick<FieldsProps, 'kind' | 'account' | 'form' | 'now'>): ReactNode {
  const { t } = useTranslation();
  const { symbol, fee, max_fee, wait_ms, block_ms } = account;
  const { amount, back, units } = deedOf(kind);
  const gives = amount ? givesOf(account, form) : undefined;
  const from = back === 'from' ? freeFrom(now, wait_ms) : undefined;
  const lock = form.lockBlocks > 0 ? freeFrom(now, form.lockBlocks * block_ms) : undefined;
  const resource: Resource = form.resource;
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
      <Detail name={t('common.network')}>{account.coin_net}</Detail>
      {!amount && (
        <Detail name={t('stake.unfrozen')}>
          <Amount value={account.unfrozen} symbol={symbol} />
        </Detail>
      )}
      {gives !== undefined && (
        <Detail name={t(units)}>
          {t('stake.aDay', { units: exactAmount(gives), resource: t(`stake.in.${resource}`) })}
        </Detail>
      )}
      {back === 'wait' && (
        <Detail name={t('stake.back')}>{t('stake.backText', { count: Math.round(wait_ms / 86_400_000) })}</Detail>
      )}
      {from && <Detail name={t('stake.backFrom')}>{absoluteTime(from)}</Detail>}
      {lock && <Detail name={t('stake.lockedTo')}>{absoluteTime(lock)}</Detail>}
      <Detail name={t('stake.fee')}>
        {t('stake.feeText', { fee: exactAmount(fee), most: exactAmount(max_fee), symbol })}
      </Detail>
    </dl>
  );
}

import { compare } from '@holdfast/money';
import { type FormEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { isAmount } from '../../lib/amount.ts';
import { focusFirstFault } from '../../lib/focus-fault.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usdOfCoin } from '../../lib/usd.ts';
import { type CoinName, coinKey, type WalletCoin } from '../../lib/wallets.ts';
import { AmountField, type Dollars } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/display.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { Banner, ErrorState } from '../../ui/feedback.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { WalletCoinPicker } from '../../ui/wallet-coin-picker.tsx';
import { AddressField } from './address-field.tsx';
import { FeeTiers } from './fee-tiers.tsx';
import { useFaultText } from './use-fault-text.ts';
import { useFaults } from './use-faults.ts';
import { type CoinInfo, type Quote, type Reviewed, readyToReview } from './use-quote.ts';
import { feeFault, memoMax, remarkMax, spendable, type WithdrawForm } from './view.ts';

/** Once there is an answer to tell. */
const DryRunResult = lazyScreen(async () => ({ default: (await import('./dry-run-result.tsx')).DryRunResult }));
/** Of networks that pay with outputs alone. */
const Outputs = lazyScreen(() => import('./outputs.tsx'));
/** Of wallets that rules have limits for. */
const RuleLimits = lazyScreen(async () => ({ default: (await import('./dry-run-result.tsx')).RuleLimits }));

interface FormStepProps {
  readonly chosen: WalletCoin;
  readonly coin: CoinName;
  readonly form: WithdrawForm;
  readonly quote: Quote;
  /** What stands above the form: a payment that was left, why another one was refused. */
  readonly above: ReactNode;
  /** The amount is the most that there is, from the beginning. */
  readonly most: boolean;
  readonly onForm: (form: WithdrawForm) => void;
  readonly onCoin: (subWalletId: number, coin: string) => void;
  readonly onReview: (reviewed: Reviewed) => void;
  readonly dollars: Dollars;
}

/**
 * The form. Faults are shown for what has been written; pressing Review shows all and goes to the first. Where answers are still on their way, Review waits
 * for them; whatever is written meanwhile takes it back.
 */
export function FormStep({
  chosen,
  coin,
  form,
  quote,
  above,
  most,
  onForm: write,
  onCoin,
  onReview,
  dollars,
}: FormStepProps): ReactNode {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const [asked, setAsked] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const paying = { subWalletId: chosen.subWalletId ?? 0, listedOnly: quote.info?.white_status ?? false };
  const { info, tier, destination, dryRun } = quote;
  const faults = useFaults(form, quote, paying, asked);
  const onForm = (next: WithdrawForm): void => {
    setWaiting(false);
    write(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    setWaiting(true);
  };
  useEffect(() => {
    if (!waiting || !quote.settled || tooMuch) return;
    setWaiting(false);
    const reviewed = readyToReview(form, quote, paying) && reviewedOf(form, quote, chosen);
    if (reviewed) onReview(reviewed);
    else focusFirstFault(element.current);
  });
  const maxFee = tier?.max_fee ?? '0';
  const { tooMuch, follow } = useMost(form, quote, write, most);
  const takeMost = (limits: CoinInfo, address = form.address): void => {
    follow(true);
    onForm({ ...form, address, amount: spendable(limits, maxFee) });
  };
  const writeAmount = (amount: string): void => {
    follow(false);
    onForm({ ...form, amount });
  };
  const noFee = info && tier && feeFault(info, maxFee);
  return (
    <DrawerBody footer={<FormFooter formId={formId} blocked={info?.enable_withdraw === false} waiting={waiting} />}>
      <form id={formId} ref={element} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submit}>
        {above}
        <WalletCoinPicker value={chosen} onChange={onCoin} />
        {info && info.disabled_reason !== '' && (
          <Banner tone="warn">{t(`withdraw.stopped.${info.disabled_reason}`, { symbol: form.symbol })}</Banner>
        )}
        {quote.error ? <ErrorState error={quote.error} onRetry={quote.retry} /> : null}
        <AddressField
          form={form}
          coin={coin}
          network={info?.coin_net ?? form.symbol}
          destination={destination}
          error={faults.address}
          {...{ paying, onForm, onCoin }}
        />
        {info?.support_memo && (
          <Memo value={form.memo} error={faults.memo} onChange={(memo) => onForm({ ...form, memo })} />
        )}
        <AmountField
          value={form.amount}
          symbol={form.symbol}
          coin={chosen.coin}
          aside={info && <Available info={info} price={chosen.coin?.price_usd ?? null} />}
          error={faults.amount}
          onAmount={writeAmount}
          onMax={info && tier && (() => takeMost(info))}
          dollars={dollars}
        />
        <Suspense>
          {(dryRun?.most || info?.limits.day_limit) && <RuleLimits quote={quote} onMost={writeAmount} />}
          {info?.coin_type === 1 && coin.contract_address === '' && (
            <Outputs {...{ coin, paying, form, quote, onForm }} onGather={(address) => takeMost(info, address)} />
          )}
        </Suspense>
        <FeeTiers
          quote={quote}
          price={priceOfFees(chosen)}
          level={form.feeLevel}
          onLevel={(feeLevel) => onForm({ ...form, feeLevel })}
          rule={[coinKey(coin), String(chosen.subWalletId)]}
        />
        {noFee && <Banner tone="bad">{faultText(noFee)}</Banner>}
        <Remark value={form.remark} onChange={(remark) => onForm({ ...form, remark })} />
        <Suspense>{faults.apart && <DryRunResult dryRun={dryRun} />}</Suspense>
      </form>
    </DrawerBody>
  );
}

function Available({ info, price }: { readonly info: CoinInfo; readonly price: string | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {t('withdraw.available')} <Amount value={info.normal_balance} symbol={info.symbol} />
      {about(usdOfCoin(info.normal_balance, price))}
    </>
  );
}

/** What one of the network's own coin, which fees are paid in, is worth in US dollars; null where nobody knows. */
const priceOfFees = ({ name, coins }: WalletCoin): string | null =>
  coins.find(({ chain_id, contract_address }) => chain_id === name?.chain_id && contract_address === '')?.price_usd ??
  null;

/** What is looked at in the review; undefined while answers are on their way. */
function reviewedOf(form: WithdrawForm, quote: Quote, chosen: WalletCoin): Reviewed | undefined {
  const { info, tier, destination, dryRun } = quote;
  if (!info || !tier || !destination || !dryRun) return undefined;
  const worth = usdOfCoin(form.amount, chosen.coin?.price_usd ?? null);
  return { form, info, tier, destination, dryRun, worth, feePrice: priceOfFees(chosen) };
}

interface MemoProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (memo: string) => void;
}

/** Exchanges tell their customers apart by it. */
function Memo({ value, error, onChange }: MemoProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Field label={t('withdraw.memo')} error={error} hint={t('withdraw.memoHint')}>
      <TextInput
        value={value}
        maxLength={memoMax}
        className="mono h-9"
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/**
 * The most that can be paid, once it was asked for and until something else is written. What an amount costs is known only when it stands there, so it comes
 * down with that.
 */
function useMost(
  form: WithdrawForm,
  { info, tier }: Quote,
  onForm: FormStepProps['onForm'],
  first: boolean,
): { readonly tooMuch: boolean; readonly follow: (on: boolean) => void } {
  const [asked, setAsked] = useState(first);
  const most = info && tier && spendable(info, tier.max_fee);
  const tooMuch = asked && most !== undefined && isAmount(form.amount) && compare(form.amount, most) > 0;
  useEffect(() => {
    if (tooMuch) onForm({ ...form, amount: most });
  }, [tooMuch, most, form, onForm]);
  return { tooMuch, follow: setAsked };
}

function Remark({ value, onChange }: { value: string; onChange: (remark: string) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Field label={t('common.remark')} aside={`${value.length}/${remarkMax}`}>
      <Textarea value={value} maxLength={remarkMax} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

function FormFooter({ formId, blocked, waiting }: { formId: string; blocked: boolean; waiting: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <Button type="submit" form={formId} variant="primary" size="lg" disabled={blocked} busy={waiting}>
      {t('withdraw.review')}
    </Button>
  );
}

import { compare } from '@holdfast/money';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstFault } from '../../lib/form.ts';
import type { CoinName, WalletCoin } from '../../lib/wallets.ts';
import { AmountInput } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/display.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { Banner, ErrorState } from '../../ui/feedback.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { WalletCoinPicker } from '../../ui/wallet-coin-picker.tsx';
import { AddressField } from './address-field.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { FeeTiers } from './fee-tiers.tsx';
import { GatherCoins } from './gather-coins.tsx';
import { useFaultText } from './use-fault-text.ts';
import { type Quote, type Reviewed, readyToReview } from './use-quote.ts';
import {
  addressFault,
  amountFault,
  type Fault,
  feeFault,
  isAmount,
  memoFault,
  memoMax,
  remarkMax,
  spendable,
  type WithdrawForm,
} from './view.ts';

interface FormStepProps {
  readonly chosen: WalletCoin;
  readonly coin: CoinName;
  readonly form: WithdrawForm;
  readonly quote: Quote;
  /** What stands above the form: a payment that was left. */
  readonly offer: ReactNode;
  readonly onForm: (form: WithdrawForm) => void;
  readonly onCoin: (subWalletId: number, coin: string) => void;
  readonly onReview: (reviewed: Reviewed) => void;
}

/** The form. Faults are shown for what has been written; pressing Review shows all and goes to the first. */
export function FormStep({ chosen, coin, form, quote, offer, onForm, onCoin, onReview }: FormStepProps): ReactNode {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const [asked, setAsked] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { info, tier, destination, dryRun } = quote;
  const text = (fault: Fault | undefined, written: boolean): string | undefined =>
    fault && (asked || written) ? faultText(fault) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (readyToReview(form, quote) && info && tier && destination && dryRun)
      onReview({ form, info, tier, destination, dryRun });
    else focusFirstFault(element.current);
  };
  const maxFee = tier?.max_fee ?? '0';
  const amountError = info && text(amountFault(form.amount, info, maxFee), form.amount !== '');
  const follow = useMost(form, quote, onForm);
  const noFee = info && tier && feeFault(info, maxFee);
  return (
    <DrawerBody
      footer={
        <FormFooter formId={formId} blocked={info?.enable_withdraw === false} waiting={asked && !quote.settled} />
      }
    >
      <form id={formId} ref={element} noValidate className="grid gap-5" onSubmit={submit}>
        {offer}
        <WalletCoinPicker value={chosen} onChange={onCoin} />
        {info?.enable_withdraw === false && (
          <Banner tone="warn">{t('withdraw.stopped', { symbol: form.symbol })}</Banner>
        )}
        {quote.error ? <ErrorState error={quote.error} onRetry={quote.retry} /> : null}
        <AddressField
          form={form}
          coin={coin}
          network={info?.coin_net ?? form.symbol}
          destination={destination}
          error={text(addressFault(form.address, destination), form.address !== '')}
          onAddress={(address, memo = form.memo) => onForm({ ...form, address, memo })}
        />
        {info?.support_memo && (
          <Memo
            value={form.memo}
            error={text(
              memoFault(form.memo, destination?.need_memo),
              form.memo !== '' || destination?.need_memo === true,
            )}
            onChange={(memo) => onForm({ ...form, memo })}
          />
        )}
        <Field
          label={t('common.amount')}
          error={amountError}
          aside={
            info && (
              <>
                {t('withdraw.available')} <Amount value={info.normal_balance} symbol={info.symbol} />
              </>
            )
          }
        >
          <AmountInput
            value={form.amount}
            symbol={form.symbol}
            onChange={(amount) => {
              follow(false);
              onForm({ ...form, amount });
            }}
            maxLabel={t('withdraw.max')}
            {...(info && tier
              ? {
                  onMax: () => {
                    follow(true);
                    onForm({ ...form, amount: spendable(info, maxFee) });
                  },
                }
              : {})}
          />
        </Field>
        {info && chosen.subWalletId !== null && (
          <GatherCoins
            info={info}
            coin={coin}
            subWalletId={chosen.subWalletId}
            onGather={(address) => {
              follow(true);
              onForm({ ...form, address, amount: spendable(info, maxFee) });
            }}
          />
        )}
        <FeeTiers quote={quote} level={form.feeLevel} onLevel={(feeLevel) => onForm({ ...form, feeLevel })} />
        {noFee && <Banner tone="bad">{faultText(noFee)}</Banner>}
        <Remark value={form.remark} onChange={(remark) => onForm({ ...form, remark })} />
        <DryRunResult dryRun={dryRun} />
      </form>
    </DrawerBody>
  );
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
function useMost(form: WithdrawForm, { info, tier }: Quote, onForm: FormStepProps['onForm']): (on: boolean) => void {
  const [asked, setAsked] = useState(false);
  const most = info && tier && spendable(info, tier.max_fee);
  useEffect(() => {
    if (asked && most !== undefined && isAmount(form.amount) && compare(form.amount, most) > 0)
      onForm({ ...form, amount: most });
  }, [asked, most, form, onForm]);
  return setAsked;
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

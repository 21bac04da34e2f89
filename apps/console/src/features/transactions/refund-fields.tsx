import { validationText } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { wireLanguage } from '../../lib/i18n.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { Detail } from '../../ui/layout.tsx';
import { PayeeField } from '../../ui/payee-field.tsx';
import { Select } from '../../ui/select.tsx';
import { isSound, lacksPayee, type RefundForm, type RefundInfo, type RefundLevel } from './refund-form.ts';
import { tierOf } from './view.ts';

const levels: readonly RefundLevel[] = [1, 2, 3];
const names = { 1: 'withdraw.fee.slow', 2: 'withdraw.fee.normal', 3: 'withdraw.fee.fast' } as const;
const elsewhere = 'elsewhere';

interface FieldsProps {
  readonly info: RefundInfo;
  /** Of the deposit; undefined until it is known. */
  readonly coin: CoinName | undefined;
  /** The sub-wallet that got it, and gives it back. */
  readonly payer: number | undefined;
  readonly form: RefundForm;
  /** What is wrong with the address that was written. */
  readonly fault: string | undefined;
  /** It was asked for with something missing: what is, says so. */
  readonly tried: boolean;
  readonly onForm: (form: RefundForm) => void;
}

/** Where a deposit goes back to, how much of it, and what is to be looked at before. */
export function RefundFields(props: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const { info, form, onForm } = props;
  return (
    <>
      <Payee {...props} />
      <Warnings {...props} />
      <HowMuch {...props} />
      {info.support_memo && (
        <Field
          label={t('withdraw.memo')}
          hint={t('withdraw.memoHint')}
          error={info.need_memo && form.memo.trim() === '' ? t('withdraw.fault.memoNeeded') : undefined}
        >
          <TextInput
            value={form.memo}
            maxLength={100}
            onChange={({ target }) => onForm({ ...form, memo: target.value })}
          />
        </Field>
      )}
      <Fee {...props} />
      <Facts {...props} />
    </>
  );
}

function HowMuch({ info, coin, payer, form, tried, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <AmountField
      value={form.amount}
      symbol={coin?.symbol ?? ''}
      coin={useHeldCoin(payer, coin)}
      error={tried && !isSound(form.amount) ? t('allowance.noAmount') : undefined}
      hint={t('tx.refund.amountHint', { amount: info.refundable })}
      placeholder={info.refundable}
      onAmount={(amount) => onForm({ ...form, amount })}
    />
  );
}

/** Those who paid to choose from, and whom else: the address that stands there is what is asked for. */
function Payee({ info, coin, form, fault, tried, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const isOther = form.elsewhere || info.payers.length === 0;
  const chosen = isOther ? elsewhere : info.address_to || null;
  const missing = validationText(wireLanguage(), 'required', { label: t('withdraw.recipient') });
  const choose = (value: string): void =>
    onForm({ ...form, elsewhere: value === elsewhere, to: value === elsewhere ? '' : value, looked: false });
  return (
    <>
      {info.payers.length > 0 && (
        <Field label={t('tx.refund.to')} error={tried && chosen === null ? missing : undefined}>
          <Select
            aria-label={t('tx.refund.to')}
            value={chosen}
            placeholder={t('tx.refund.choosePayer')}
            items={[
              ...info.payers.map((address) => ({ value: address, label: t('tx.refund.payer'), detail: address })),
              { value: elsewhere, label: t('tx.refund.elsewhere') },
            ]}
            onValueChange={choose}
          />
        </Field>
      )}
      {isOther && (
        <PayeeField
          label={t('tx.refund.address')}
          hint={t('tx.refund.elsewhereText')}
          error={fault ?? (tried && lacksPayee(info, form) ? missing : undefined)}
          value={form.to}
          coin={coin}
          onValue={(to, memo = form.memo) => onForm({ ...form, to, memo, looked: false })}
        />
      )}
      {!isOther && !lacksPayee(info, form) && (
        <AddressBlocks address={info.address_to} className="rounded-md bg-bg px-2.5 py-2" />
      )}
    </>
  );
}

function Warnings({ info, form, tried, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  if (info.warnings.length === 0) return null;
  return (
    <Banner tone="warn" title={t('tx.refund.look')}>
      <ul className="grid list-disc gap-1 pl-4">
        {info.warnings.map((warning) => (
          <li key={warning}>{t(`tx.refund.warning.${warning}`)}</li>
        ))}
      </ul>
      <Checkbox
        className="mt-2"
        label={t('tx.refund.looked')}
        checked={form.looked}
        aria-invalid={tried && !form.looked}
        onChange={({ target }) => onForm({ ...form, looked: target.checked })}
      />
    </Banner>
  );
}

function Fee({ info, form, onForm }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const items = levels.flatMap((level) => {
    const tier = tierOf(info, level);
    const values = { fee: tier?.max_fee ?? '', symbol: info.fee_symbol };
    return tier ? [{ value: String(level), label: `${t(names[level])} · ${t('tx.speedUp.most', values)}` }] : [];
  });
  return (
    <Field label={t('tx.refund.fee')}>
      <Select
        aria-label={t('tx.refund.fee')}
        value={String(form.level)}
        items={items}
        onValueChange={(value) => onForm({ ...form, level: levels.find((one) => String(one) === value) ?? 2 })}
      />
    </Field>
  );
}

function Facts({ info }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
      {info.memo !== '' && (
        <Detail name={t('tx.refund.memo')}>
          <bdi className="break-words">{info.memo}</bdi>
        </Detail>
      )}
      <Detail name={t('tx.refund.feeBalance')}>
        <Amount value={info.fee_balance} symbol={info.fee_symbol} />
      </Detail>
      <Detail name={t('tx.speedUp.approval')}>
        {t(info.approval_needed ? 'tx.refund.approvalNeeded' : 'tx.speedUp.approvalOwn')}
      </Detail>
    </dl>
  );
}

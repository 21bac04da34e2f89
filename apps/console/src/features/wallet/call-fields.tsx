import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { methodsIn } from '../../lib/abi.ts';
import type { Coin } from '../../lib/wallets.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { ArgumentFields } from './argument-fields.tsx';
import { type CallForm, type Composed, type Contract, contractOf, methodsOf } from './call-form.ts';

export interface CallFieldsProps {
  readonly form: CallForm;
  readonly composed: Composed;
  readonly listed: readonly Contract[];
  readonly symbol: string;
  /** That of the network, once it is known. */
  readonly coin: Coin | undefined;
  readonly tried: boolean;
  readonly onForm: (form: CallForm) => void;
}

/** Which contract, which method with which arguments, and what goes along. */
export function CallFields(props: CallFieldsProps): ReactNode {
  const { t } = useTranslation();
  const { form, composed, symbol, coin, onForm } = props;
  return (
    <>
      <ContractFields {...props} />
      <Field label={t('call.from')}>
        <Select
          aria-label={t('call.from')}
          value={form.by}
          items={[
            { value: 'method', label: t('call.fromList') },
            { value: 'data', label: t('call.fromData') },
          ]}
          onValueChange={(by) => onForm({ ...form, by: by === 'data' ? 'data' : 'method' })}
        />
      </Field>
      {form.by === 'data' ? <DataField {...props} /> : <MethodFields {...props} />}
      <AmountField
        label={t('call.value')}
        value={form.value}
        symbol={symbol}
        coin={coin}
        error={composed.isValue ? undefined : t('allowance.noAmount')}
        onAmount={(value) => onForm({ ...form, value })}
      />
    </>
  );
}

function ContractFields({ form, listed, composed, tried, onForm }: CallFieldsProps): ReactNode {
  const { t } = useTranslation();
  const missing = tried && !/^0x[0-9a-f]{40}$/i.test(composed.address);
  return (
    <>
      {listed.length > 0 && (
        <Field label={t('call.contract')}>
          <Select
            aria-label={t('call.contract')}
            value={form.listed}
            items={[
              ...listed.map(({ address: value, label }) => ({ value, label })),
              { value: '', label: t('call.other') },
            ]}
            onValueChange={(address) => onForm({ ...form, listed: String(address), method: '', texts: [] })}
          />
        </Field>
      )}
      {form.listed === '' ? (
        <Field
          label={t('call.address')}
          {...(missing ? { error: t('call.noAddress') } : {})}
          hint={composed.address === '' ? t('call.unlisted') : <AddressBlocks address={composed.address} />}
        >
          <TextInput
            value={form.address}
            maxLength={120}
            className="mono h-9"
            onChange={({ target }) => onForm({ ...form, address: target.value })}
          />
        </Field>
      ) : (
        <AddressBlocks address={form.listed} className="rounded-md bg-bg px-2.5 py-2" />
      )}
    </>
  );
}

function DataField({ form, tried, composed, onForm }: CallFieldsProps): ReactNode {
  const { t } = useTranslation();
  const bad = tried && !/^0x([0-9a-f]{2}){4,}$/.test(composed.data);
  return (
    <Field label={t('call.data')} {...(bad ? { error: t('call.dataFault') } : {})}>
      <Textarea
        className="mono"
        rows={5}
        value={form.data}
        onChange={({ target }) => onForm({ ...form, data: target.value })}
      />
    </Field>
  );
}

function MethodFields(props: CallFieldsProps): ReactNode {
  const { t } = useTranslation();
  const { form, listed, composed, tried, onForm } = props;
  const methods = methodsOf(form, listed);
  const isAgreed = (contractOf(form, listed)?.methods.length ?? 0) > 0;
  const strange = methodsIn(form.abi).strange.length;
  return (
    <>
      {!isAgreed && (
        <Field
          label={t('call.abi')}
          hint={t('call.abiHint')}
          {...(strange > 0 ? { error: t('call.abiFault', { count: strange }) } : {})}
        >
          <Textarea
            className="mono"
            rows={3}
            value={form.abi}
            onChange={({ target }) => onForm({ ...form, abi: target.value, method: '', texts: [] })}
          />
        </Field>
      )}
      <Field label={t('call.method')} {...(tried && !composed.method ? { error: t('call.noMethod') } : {})}>
        <Select
          aria-label={t('call.method')}
          value={form.method}
          items={methods.map(({ selector: value, text: label }) => ({ value, label }))}
          onValueChange={(method) => onForm({ ...form, method: String(method), texts: [] })}
        />
      </Field>
      <ArgumentFields
        inputs={composed.method?.inputs ?? []}
        texts={form.texts}
        faults={composed.faults}
        tried={tried}
        onTexts={(texts) => onForm({ ...form, texts })}
      />
    </>
  );
}

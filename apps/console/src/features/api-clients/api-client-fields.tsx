import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Field, Textarea, TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { KeyWords } from './key-words.tsx';
import { LimitFields } from './limit-fields.tsx';
import type { useApiClientForm } from './use-api-client-form.ts';
import { type ApiClient, longestDays, type Span, spans, wordsOf } from './view.ts';

const nameMax = 30;

interface ApiClientFieldsProps {
  readonly form: ReturnType<typeof useApiClientForm>;
  /** The one that is changed. */
  readonly start?: ApiClient;
}

/** Who the API client is to the members, and what the server asks of it on top. */
export function ApiClientFields({ form, start }: ApiClientFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { values, set, asked, judged } = form;
  const { wrong } = judged.networks;
  return (
    <>
      <Field
        label={t('apiPage:name')}
        aside={`${values.name.length}/${nameMax}`}
        error={asked && values.name.trim() === '' ? t('apiPage:fault.name') : undefined}
      >
        <TextInput value={values.name} maxLength={nameMax} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <KeyField form={form} {...(start ? { start } : {})} />
      <Field
        label={t('apiPage:networks')}
        hint={t('apiPage:networksHint')}
        error={asked && wrong !== undefined ? t('apiPage:fault.network', { wrong: wrong.slice(0, 60) }) : undefined}
      >
        <Textarea
          className="mono"
          spellCheck={false}
          value={values.networks}
          placeholder={'203.0.113.7\n198.51.100.0/24'}
          onChange={({ target }) => set({ networks: target.value })}
        />
      </Field>
      <ExpiryField form={form} {...(start ? { start } : {})} />
      <LimitFields form={form} />
    </>
  );
}

function KeyField({ form: { values, set, asked, judged }, start }: ApiClientFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { key } = judged;
  const isSecret = 'problem' in key && key.problem === 'secret';
  const another = start !== undefined && 'publicKey' in key && key.publicKey !== start.public_key;
  const missing = asked && 'problem' in key ? t('apiPage:fault.key') : undefined;
  return (
    <>
      <Field
        label={t('apiPage:key')}
        hint={t('apiPage:keyHint')}
        error={isSecret ? t('apiPage:fault.secret') : missing}
      >
        <Textarea
          className="mono break-all"
          spellCheck={false}
          value={values.key}
          onChange={({ target }) => set({ key: target.value })}
        />
      </Field>
      {'publicKey' in key && <KeyWords words={wordsOf(key.publicKey)} />}
      {another && (
        <Banner tone="warn" title={t('apiPage:anotherKey')}>
          {t('apiPage:anotherKeyText')}
        </Banner>
      )}
    </>
  );
}

function ExpiryField({ form: { values, set, asked, judged }, start }: ApiClientFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const kept = start?.expire_at;
  const items: { readonly value: Span; readonly label: string }[] = [
    ...(start ? [{ value: 'keep' as const, label: kept ? absoluteTime(kept) : t('apiPage:span.never') }] : []),
    ...spans
      .filter((span) => !(start && !kept && span === 'never'))
      .map((span) => ({ value: span, label: t(`apiPage:span.${span}`) })),
  ];
  return (
    <Field
      label={t('apiPage:expires')}
      hint={t('apiPage:expiresHint', { days: longestDays })}
      error={asked && !judged.bounded ? t('apiPage:fault.unbounded', { days: longestDays }) : undefined}
    >
      <Select
        value={values.span}
        items={items}
        onValueChange={(value) => set({ span: items.find((one) => one.value === value)?.value ?? '30' })}
      />
    </Field>
  );
}

import { type ChannelType, noticeKinds } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { WalletSet } from '../../ui/wallet-set.tsx';
import type { ChannelDraft } from './channel-draft.ts';

export interface FieldsProps {
  readonly draft: ChannelDraft;
  readonly set: (change: Partial<ChannelDraft>) => void;
}

/** Where it leads; what is secret is never shown again. */
export function TargetFields({ draft, set, isNew }: FieldsProps & { isNew: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const keep = isNew ? undefined : t('tools:notice.keep');
  const fields: Readonly<Record<ChannelType, ReactNode>> = {
    mail: <p className="text-mut">{t('tools:notice.mailHint')}</p>,
    push: <p className="text-mut">{t('tools:notice.pushHint')}</p>,
    slack: (
      <Field label={t('tools:notice.url')} hint={keep ?? t('tools:notice.urlHint')}>
        <TextInput type="url" value={draft.url} onChange={({ target }) => set({ url: target.value.trim() })} />
      </Field>
    ),
    telegram: (
      <>
        <Field label={t('tools:notice.token')} hint={keep}>
          <TextInput value={draft.token} onChange={({ target }) => set({ token: target.value.trim() })} />
        </Field>
        <Field label={t('tools:notice.chat')} hint={keep}>
          <TextInput value={draft.chat} onChange={({ target }) => set({ chat: target.value.trim() })} />
        </Field>
      </>
    ),
  };
  return fields[draft.type];
}

/** A list with one more or one less. */
const toggled = <T,>(list: readonly T[], one: T, on: boolean): T[] =>
  on ? [...list, one] : list.filter((other) => other !== one);

export function KindFields({ draft, set }: FieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('tools:notice.kinds')}</legend>
      {noticeKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`tools:notice.kind.${kind}`)}
          checked={draft.kinds.includes(kind)}
          onChange={({ target }) => set({ kinds: toggled(draft.kinds, kind, target.checked) })}
        />
      ))}
    </fieldset>
  );
}

/** None chosen is all: also those that are made later. */
export function WalletFields({ draft, set }: FieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <WalletSet
      legend={t('tools:notice.wallets')}
      chosen={draft.wallets}
      onChange={(wallets) => set({ wallets: wallets.map(subWalletIdOf) })}
    />
  );
}

export function TimeFields({ draft, set }: FieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const time = (label: string, value: string, change: (value: string) => Partial<ChannelDraft>) => (
    <Field label={label}>
      <TextInput type="time" required value={value} onChange={({ target }) => set(change(target.value))} />
    </Field>
  );
  return (
    <>
      <Checkbox
        label={t('tools:notice.daily')}
        checked={draft.daily}
        onChange={({ target }) => set({ daily: target.checked })}
      />
      {draft.daily && time(t('tools:notice.dailyAt'), draft.dailyAt, (dailyAt) => ({ dailyAt }))}
      <Checkbox
        label={t('tools:notice.quiet')}
        checked={draft.isQuiet}
        onChange={({ target }) => set({ isQuiet: target.checked })}
      />
      {draft.isQuiet && (
        <div className="grid grid-cols-2 gap-3">
          {time(t('tools:notice.quietFrom'), draft.quietFrom, (quietFrom) => ({ quietFrom }))}
          {time(t('tools:notice.quietTo'), draft.quietTo, (quietTo) => ({ quietTo }))}
        </div>
      )}
      <p className="text-mut text-xs">{t('tools:notice.always')}</p>
    </>
  );
}

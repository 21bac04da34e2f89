import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { Field } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import type { Network } from './use-open-coin.ts';

const explained = ['v5r1', 'v4r2'] as const;

/** Which of several accounts a key gets on networks that have a choice, and what each is for. Nothing is drawn where there is none. */
export function AccountForm({
  networks,
  value,
  onChange,
}: {
  readonly networks: readonly Network[];
  /** '' is the usual one, which stands first. */
  readonly value: string;
  readonly onChange: (form: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  const choices = networks.filter(({ account_forms: forms }) => forms.length > 1);
  const forms = [...new Set(choices.flatMap(({ account_forms }) => account_forms))];
  const [usual = ''] = forms;
  if (usual === '') return null;
  const chosen = value === '' ? usual : value;
  const told = explained.find((form) => form === chosen);
  const names = choices.map(({ coin_net }) => coin_net).join(listJoin());
  return (
    <Field label={t('accountForm.label', { networks: names })} hint={told && t(`accountForm.hint.${told}`)}>
      <Select
        value={chosen}
        onValueChange={(form) => onChange(form === usual ? '' : form)}
        items={forms.map((form) => ({
          value: form,
          label: t('accountForm.name', { form }),
          ...(form === usual ? { detail: t('accountForm.usual') } : {}),
        }))}
      />
    </Field>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { type BeneficiaryForm, keepers, ownerMax } from './entry-fields.ts';

interface BeneficiaryFieldsProps {
  readonly form: BeneficiaryForm;
  /** Begins in the first field. */
  readonly autoFocus?: boolean;
}

/** Who is behind an address, and who keeps its keys. */
export function BeneficiaryFields({ form, autoFocus = false }: BeneficiaryFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <>
      <Field label={t('whiteAddress:owner.name')} error={form.errorOf('owner')}>
        <TextInput autoFocus={autoFocus} maxLength={ownerMax} {...form.input('owner')} />
      </Field>
      <Field label={t('whiteAddress:owner.keeper')}>
        <Select
          value={form.values.self_hosted}
          onValueChange={(value) => form.set('self_hosted', value)}
          items={[
            { value: keepers.provider, label: t('whiteAddress:owner.provided') },
            { value: keepers.self, label: t('whiteAddress:owner.selfHosted') },
          ]}
        />
      </Field>
      {form.values.self_hosted === keepers.provider && (
        <Field
          label={t('whiteAddress:owner.vasp')}
          hint={t('whiteAddress:owner.vaspHint')}
          error={form.errorOf('vasp')}
        >
          <TextInput maxLength={ownerMax} {...form.input('vasp')} />
        </Field>
      )}
    </>
  );
}

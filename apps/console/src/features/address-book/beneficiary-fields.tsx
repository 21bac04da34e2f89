import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { type BeneficiaryForm, keepers, ownerMax } from './entry-fields.ts';

/** That what is said here is no part of what members sign. */
export function Unsigned(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return <p className="text-mut text-xs">{t('whiteAddress:owner.unsigned')}</p>;
}

/** Who is behind an address, and who keeps its keys; somebody has just asked to write it. */
export function BeneficiaryFields({ form }: { form: BeneficiaryForm }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <>
      <Field label={t('whiteAddress:owner.name')} error={form.errorOf('owner')}>
        <TextInput autoFocus maxLength={ownerMax} {...form.input('owner')} />
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
      <Unsigned />
    </>
  );
}

/** The same in the form of a new payee, out of the way until somebody wants it. */
export function NewBeneficiary({ form }: { form: BeneficiaryForm }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <Button size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {t('whiteAddress:owner.addNew')}
      </Button>
    );
  return (
    <section aria-label={t('whiteAddress:owner.title')} className="grid gap-3 rounded-lg border border-line p-3.5">
      <h3 className="font-medium">{t('whiteAddress:owner.title')}</h3>
      <BeneficiaryFields form={form} />
    </section>
  );
}

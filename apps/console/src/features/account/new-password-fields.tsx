import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../lib/form.ts';
import { Field, TextInput } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/new-password.tsx';

interface NewPasswordFieldsProps {
  readonly form: Form<'next' | 'again'>;
  /** The form was sent once: only then the two are held against each other. */
  readonly sent: boolean;
  /** What others know of whoever chooses it. */
  readonly about: readonly string[];
}

/** The new password, twice. */
export function NewPasswordFields({ form, sent, about }: NewPasswordFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { next, again } = form.values;
  const differs = sent && next !== '' && again !== '' && again !== next;
  return (
    <>
      <NewPassword
        label={t('tools:account.password.next')}
        error={form.errorOf('next')}
        about={about}
        input={form.input('next')}
      />
      <Field
        label={t('tools:account.password.again')}
        error={form.errorOf('again') ?? (differs ? t('tools:account.password.differs') : undefined)}
      >
        <TextInput type="password" autoComplete="new-password" {...form.input('again')} />
      </Field>
    </>
  );
}

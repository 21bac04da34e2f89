import { setup } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { shortestPassword } from '../../lib/password.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { useOwnerDraft } from './draft.ts';

const fields = setup.owner.input.extend({ password: z.string().min(shortestPassword) });

export function OwnerStep(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const labels = { nick_name: t('tools:setup.owner.name'), email: t('login.email'), password: t('login.password') };
  const form = useForm(fields, labels);
  const { email, password } = form.values;
  const create = useMutation({
    mutationFn: () => api.setup.owner(form.values),
    onSuccess: (made) => {
      useOwnerDraft.setState({ email, password, uri: made.totp_uri, secret: made.totp_secret });
      return queryClient.invalidateQueries({ queryKey: ['setup'] });
    },
  });
  return (
    <form noValidate onSubmit={form.submit(create.mutate)} className="grid gap-4">
      <p className="text-mut">{t('tools:setup.owner.text')}</p>
      <Field label={labels.nick_name} error={form.errorOf('nick_name')}>
        <TextInput autoComplete="name" maxLength={50} {...form.input('nick_name')} />
      </Field>
      <Field label={labels.email} error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="username" {...form.input('email')} />
      </Field>
      <NewPassword error={form.errorOf('password')} input={form.input('password')} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('tools:setup.continue')}
        </Button>
      </div>
    </form>
  );
}

import { setup } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Field, TextInput } from '../../ui/form.tsx';
import { passwordStrength, shortestPassword, useOwnerDraft } from './draft.ts';

const fields = setup.owner.input.extend({ password: z.string().min(shortestPassword) });
const strengthKeys = ['setup.strength.0', 'setup.strength.1', 'setup.strength.2', 'setup.strength.3'] as const;

export function OwnerStep(): ReactNode {
  const { t } = useTranslation();
  const labels = { nick_name: t('setup.owner.name'), email: t('login.email'), password: t('login.password') };
  const form = useForm(fields, labels);
  const { email, password } = form.values;
  const strength = passwordStrength(password);
  const create = useMutation({
    mutationFn: () => api.setup.owner(form.values),
    onSuccess: (made) => {
      useOwnerDraft.setState({ email, password, uri: made.totp_uri, secret: made.totp_secret });
      return queryClient.invalidateQueries({ queryKey: ['setup'] });
    },
  });
  return (
    <form noValidate onSubmit={form.submit(create.mutate)} className="grid gap-4">
      <p className="text-mut">{t('setup.owner.text')}</p>
      <Field label={labels.nick_name} error={form.errorOf('nick_name')}>
        <TextInput autoComplete="name" maxLength={50} {...form.input('nick_name')} />
      </Field>
      <Field label={labels.email} error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="username" {...form.input('email')} />
      </Field>
      <Field
        label={labels.password}
        error={form.errorOf('password')}
        hint={password === '' ? t('setup.owner.passwordHint', { count: shortestPassword }) : t(strengthKeys[strength])}
      >
        <TextInput type="password" autoComplete="new-password" {...form.input('password')} />
      </Field>
      <div className="grid grid-cols-3 gap-1" aria-hidden="true">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={cn('h-1 rounded', strength >= level ? (strength === 1 ? 'bg-warn' : 'bg-ok') : 'bg-hov')}
          />
        ))}
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('setup.continue')}
        </Button>
      </div>
    </form>
  );
}

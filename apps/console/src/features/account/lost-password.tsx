import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { refusePassword, shortestPassword } from '../../lib/password.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput, digitsOf, Field } from '../../ui/form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const fields = z.object({
  next: z.string().min(shortestPassword).max(1_024),
  again: z.string().min(1),
  totp: z.string().length(6),
});

interface LostPasswordProps {
  readonly token: string;
  /** What others know of whoever lost it. */
  readonly about: readonly string[];
  readonly onDone: () => void;
}

/** A new password, by a code of the authenticator that is still there. */
export function LostPassword({ token, about, onDone }: LostPasswordProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [sent, setSent] = useState(false);
  const labels = {
    next: t('tools:account.password.next'),
    again: t('tools:account.password.again'),
    totp: t('login.code'),
  };
  const form = useForm(fields, labels);
  const { next, again, totp } = form.values;
  const set = useMutation({
    mutationFn: () => api.account.resetPassword({ token, totp, new_password: next }),
    onSuccess: onDone,
    onError: (error) => refusePassword(form, error, { chosen: 'next', code: 'totp', wrong: t('common.codeWrong') }),
    meta: { quiet: true },
  });
  const submit = form.submit(() => next === again && set.mutate());
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        setSent(true);
        submit(event);
      }}
    >
      <p className="text-mut">{t('tools:account.lost.password')}</p>
      <NewPasswordFields form={form} sent={sent} about={about} />
      <Field label={t('login.code')} hint={t('login.codeHint')} error={form.errorOf('totp')}>
        <CodeInput {...form.input('totp', digitsOf)} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={set.isPending}>
          {t('tools:account.lost.setPassword')}
        </Button>
      </div>
    </form>
  );
}

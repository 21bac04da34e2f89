import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { refusePassword, shortestPassword } from '../../lib/password.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/new-password.tsx';

const fields = z.object({ password: z.string().min(shortestPassword).max(1_024), again: z.string().min(1) });

/** What the server made of a password. The secret is empty for somebody who has an account already: theirs stays. */
export interface Begun {
  readonly password: string;
  readonly secret: string;
  readonly uri: string;
}

/** The password, twice. It is kept in memory only, until the last step. */
export function PasswordStep({
  token,
  email,
  about,
  onBegun,
}: {
  token: string;
  email: string;
  /** What else others know of them. */
  about: readonly string[];
  onBegun: (begun: Begun) => void;
}): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const [sent, setSent] = useState(false);
  const form = useForm(fields, { password: t('login.password'), again: t('teamMember:join.again') });
  const { password, again } = form.values;
  const begin = useMutation({
    mutationFn: () => api.team.join({ token, password }),
    onSuccess: (made) => onBegun({ password, secret: made.totp_secret, uri: made.totp_uri }),
    // One that is refused is chosen anew, and both are written again: of the second nothing is said yet.
    onError: (error) => {
      setSent(false);
      form.set('again', '');
      refusePassword(form, error, { chosen: 'password' });
    },
    meta: { quiet: true },
  });
  const differs = sent && again !== '' && again !== password;
  const submit = form.submit(() => password === again && begin.mutate());
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        setSent(true);
        submit(event);
      }}
    >
      <p className="text-mut">{t('teamMember:join.passwordText')}</p>
      <input type="email" autoComplete="username" value={email} readOnly hidden aria-hidden="true" tabIndex={-1} />
      <NewPassword error={form.errorOf('password')} about={[email, ...about]} input={form.input('password')} />
      <Field
        label={t('teamMember:join.again')}
        error={differs ? t('teamMember:join.differs') : sent ? form.errorOf('again') : undefined}
      >
        <TextInput type="password" autoComplete="new-password" {...form.input('again')} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={begin.isPending}>
          {t('tools:setup.continue')}
        </Button>
      </div>
    </form>
  );
}

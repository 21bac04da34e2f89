import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { refusePassword } from '../../lib/password.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { NewSecret, type Secret } from './new-secret.tsx';

const fields = z.object({ password: z.string().min(1).max(1_024) });

/** A new authenticator, by the password that is still known. */
export function LostAuthenticator({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const formId = useId();
  const [secret, setSecret] = useState<Secret>();
  const form = useForm(fields, { password: t('tools:account.lost.passwordNow') });
  const begin = useMutation({
    mutationFn: () => api.account.resetBegin({ token, password: form.values.password }),
    onSuccess: setSecret,
    onError: (error) =>
      refusePassword(form, error, { chosen: 'password', code: 'password', wrong: t('tools:account.wrongPassword') }),
    meta: { quiet: true },
  });
  const take = async (totp: string, { secret_id }: Secret): Promise<void> => {
    await api.account.resetAuthenticator({ token, secret_id, totp });
    onDone();
  };
  if (secret)
    return (
      <>
        <NewSecret id={formId} secret={secret} run={take} onReplaced={() => setSecret(undefined)} />
        <div className="mt-5 flex justify-end gap-2">
          <Button size="lg" onClick={() => setSecret(undefined)}>
            {t('tools:account.lost.again')}
          </Button>
          <Button type="submit" form={formId} variant="primary" size="lg">
            {t('tools:account.totp.submit')}
          </Button>
        </div>
      </>
    );
  return (
    <form noValidate className="grid gap-4" onSubmit={form.submit(() => begin.mutate())}>
      <p className="text-mut">{t('tools:account.lost.authenticator')}</p>
      <Field label={t('tools:account.lost.passwordNow')} error={form.errorOf('password')}>
        <TextInput type="password" autoComplete="current-password" {...form.input('password')} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={begin.isPending}>
          {t('tools:account.totp.next')}
        </Button>
      </div>
    </form>
  );
}

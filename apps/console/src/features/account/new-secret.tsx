import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isRefusal } from '../../lib/api.ts';
import { refuseCode, useForm } from '../../lib/form.ts';
import { showError } from '../../lib/toasts.ts';
import { CodeInput, digitsOf, Field } from '../../ui/form.tsx';
import { TotpSecret } from '../../ui/totp-secret.tsx';

export type Secret = Output<typeof contract.account.beginAuthenticator>;
const fields = z.object({ totp: z.string().length(6) });

interface NewSecretProps {
  /** Of the form, for the button that sends it. */
  readonly id: string;
  readonly secret: Secret;
  readonly run: (code: string, secret: Secret) => Promise<void>;
  /** Another attempt has taken its place, or it is too old: it begins again. */
  readonly onReplaced: () => void;
}

/** A new authenticator, until a code of it has come. */
export function NewSecret({ id, secret, run, onReplaced }: NewSecretProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const form = useForm(fields, { totp: t('tools:account.totp.code') });
  const take = useMutation({
    mutationFn: () => run(form.values.totp, secret),
    onError: (error) => {
      if (!isRefusal(error) || error.refusal !== 'staleVersion') return refuseCode(form, error, t('common.codeWrong'));
      showError(error);
      onReplaced();
    },
    meta: { quiet: true },
  });
  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={form.submit(() => !take.isPending && take.mutate())}>
      <p className="text-mut">{t('tools:account.totp.scan')}</p>
      <TotpSecret uri={secret.totp_uri} secret={secret.totp_secret} />
      <Field label={t('tools:account.totp.code')} error={form.errorOf('totp')}>
        <CodeInput {...form.input('totp', digitsOf)} />
      </Field>
    </form>
  );
}

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { doubtPassword, useForm } from '../../lib/form.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { CodeInput, digitsOf, Field, TextInput } from '../../ui/form.tsx';
import { Done } from './done.tsx';
import { NewSecret, type Secret } from './new-secret.tsx';

const fields = z.object({ now: z.string().min(1).max(1_024), totp: z.string().length(6) });

/** `changeAuthenticator`: proven with the present one, then with the new one. */
export default function AuthenticatorDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { pop } = useDrawers();
  const formId = useId();
  const [secret, setSecret] = useState<Secret>();
  const [ended, setEnded] = useState<number>();
  const change = async (totp: string, { secret_id }: Secret): Promise<void> => {
    setEnded((await api.account.changeAuthenticator({ secret_id, totp })).ended);
    void queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  if (ended !== undefined) return <Done title={t('tools:account.totp.done')} ended={ended} />;
  const buttons = (text: string) => (
    <>
      <Button onClick={pop}>{t('common.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary">
        {text}
      </Button>
    </>
  );
  if (secret)
    return (
      <DrawerBody footer={buttons(t('tools:account.totp.submit'))}>
        <NewSecret id={formId} secret={secret} run={change} onReplaced={() => setSecret(undefined)} />
      </DrawerBody>
    );
  return (
    <DrawerBody footer={buttons(t('tools:account.totp.next'))}>
      <Prove id={formId} onMade={setSecret} />
    </DrawerBody>
  );
}

function Prove({ id, onMade }: { id: string; onMade: (secret: Secret) => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const form = useForm(fields, { now: t('tools:account.password.now'), totp: t('login.code') });
  const begin = useMutation({
    mutationFn: () => api.account.beginAuthenticator({ password: form.values.now, totp: form.values.totp }),
    onSuccess: onMade,
    onError: (error) => doubtPassword(form, error, 'now', t('tools:account.wrongProof')),
    meta: { quiet: true },
  });
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={form.submit(() => begin.mutate())}>
      <p className="text-mut">{t('tools:account.totp.text')}</p>
      <Field label={t('tools:account.password.now')} error={form.errorOf('now')}>
        <TextInput type="password" autoComplete="current-password" {...form.input('now')} />
      </Field>
      <Field label={t('login.code')} hint={t('login.codeHint')} error={form.errorOf('totp')}>
        <CodeInput {...form.input('totp', digitsOf)} />
      </Field>
    </form>
  );
}

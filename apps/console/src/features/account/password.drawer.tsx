import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { refusePassword, shortestPassword } from '../../lib/password.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { CodeInput, digitsOf, Field, TextInput } from '../../ui/form.tsx';
import { Done } from './done.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const fields = z.object({
  now: z.string().min(1).max(1_024),
  next: z.string().min(shortestPassword).max(1_024),
  again: z.string().min(1),
  totp: z.string().length(6),
});

/** What others know of whoever is logged in. */
function useKnown(): readonly string[] {
  const { data } = useApi('user', 'info', {}, { quiet: true });
  return data ? [data.nick_name, data.email, ...data.wallets.map(({ wallet_name }) => wallet_name)] : [];
}

/** `changePassword`: by the present one and a code. */
export default function PasswordDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  const formId = useId();
  const [sent, setSent] = useState(false);
  const about = useKnown();
  const form = useForm(fields, {
    now: t('tools:account.password.now'),
    next: t('tools:account.password.next'),
    again: t('tools:account.password.again'),
    totp: t('login.code'),
  });
  const { now: password, next, again, totp } = form.values;
  const change = useMutation({
    mutationFn: () => api.account.changePassword({ password, totp, new_password: next }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['account'] }),
    onError: (error) =>
      refusePassword(form, error, { chosen: 'next', doubted: 'now', wrong: t('tools:account.wrongProof') }),
    meta: { quiet: true },
  });
  const submit = form.submit(() => next === again && change.mutate());
  if (change.data) return <Done title={t('tools:account.password.done')} ended={change.data.ended} />;
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={drawers.pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={change.isPending}>
            {t('tools:account.password.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          setSent(true);
          submit(event);
        }}
      >
        <p className="text-mut">{t('tools:account.password.text')}</p>
        <Field label={t('tools:account.password.now')} error={form.errorOf('now')}>
          <TextInput type="password" autoComplete="current-password" {...form.input('now')} />
        </Field>
        <NewPasswordFields form={form} sent={sent} about={about} />
        <Field label={t('login.code')} hint={t('login.codeHint')} error={form.errorOf('totp')}>
          <CodeInput {...form.input('totp', digitsOf)} />
        </Field>
      </form>
    </DrawerBody>
  );
}

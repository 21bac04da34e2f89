import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, handleError, isRefusal } from '../../lib/api.ts';
import { doubtPassword, useForm } from '../../lib/form.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { loginPath, safeReturn } from '../../lib/paths.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput, digitsOf, Field, TextInput } from '../../ui/form.tsx';
import { Gate } from '../../ui/gate.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';

const SessionOver = lazyScreen(() => import('./session-over.tsx'), ['tools']);
const LostAccess = lazyScreen(() => import('./lost-access.tsx'), ['tools']);

const fields = z.object({
  account: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
  totp: z.string().length(6),
});

export default function LoginPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useApi('setup', 'status', {}, { quiet: true });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const over = useSession((state) => state.over);
  const form = useForm(fields, { account: t('login.email'), password: t('login.password'), totp: t('login.code') });
  const stage = status.data?.stage;
  useEffect(() => {
    if (stage === 'owner' || stage === 'totp') void navigate({ to: '/mpc/setup', replace: true });
  }, [stage, navigate]);
  const logIn = async (): Promise<void> => {
    setBusy(true);
    try {
      const grant = await api.session.login(form.values);
      useSession.getState().signIn(grant.open_token);
      const target = stage === 'ready' ? safeReturn(useSession.getState().returnTo) : '/mpc/setup';
      await navigate({ href: target, replace: true });
    } catch (error) {
      handleError(error, true);
      doubtPassword(form, error, 'password');
      setRefused(isRefusal(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Gate
      title={t('login.title')}
      text={t('login.text')}
      footer={<LanguageSwitch onChanged={() => navigate({ to: loginPath(), replace: true })} />}
    >
      <Suspense>{over !== '' && <SessionOver why={over} />}</Suspense>
      <form noValidate onSubmit={form.submit(() => void logIn())} className="grid gap-4">
        <Field label={t('login.email')} error={form.errorOf('account')}>
          <TextInput type="email" autoComplete="username" {...form.input('account')} />
        </Field>
        <Field label={t('login.password')} error={form.errorOf('password')}>
          <TextInput type="password" autoComplete="current-password" {...form.input('password')} />
        </Field>
        <Field label={t('login.code')} hint={t('login.codeHint')} error={form.errorOf('totp')}>
          <CodeInput {...form.input('totp', digitsOf)} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('login.submit')}
        </Button>
      </form>
      <Suspense>{refused && <LostAccess />}</Suspense>
    </Gate>
  );
}

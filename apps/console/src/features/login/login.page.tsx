import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, handleError } from '../../lib/api.ts';
import { currentLanguage, setLanguage } from '../../lib/i18n.ts';
import { loginPath, safeReturn } from '../../lib/paths.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { Gate } from '../../ui/gate.tsx';

export default function LoginPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useApi('setup', 'status', {}, { quiet: true });
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const stage = status.data?.stage;
  useEffect(() => {
    if (stage === 'owner' || stage === 'totp') void navigate({ to: '/mpc/setup', replace: true });
  }, [stage, navigate]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const grant = await api.session.login({ account, password, totp: code });
      useSession.getState().signIn(grant.open_token);
      const target = stage === 'ready' ? safeReturn(useSession.getState().returnTo) : '/mpc/setup';
      await navigate({ href: target, replace: true } as never);
    } catch (error) {
      handleError(error);
      setCode('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Gate
      title={t('login.title')}
      text={t('login.text')}
      footer={
        <Button
          variant="ghost"
          size="sm"
          onClick={() =>
            void setLanguage(currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN').then(() =>
              navigate({ to: loginPath(), replace: true }),
            )
          }
        >
          {t('user.otherLanguage')}
        </Button>
      }
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t('login.email')}>
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            required
            value={account}
            onChange={(e) => setAccount(e.target.value)}
          />
        </Field>
        <Field label={t('login.password')}>
          <TextInput
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(e) => setPassword(e.target.value)}
          />
        </Field>
        <Field label={t('login.code')} hint={t('login.codeHint')}>
          <TextInput
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={6}
            pattern="\d{6}"
            value={code}
            onChange={(e) => setCode(e.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('login.submit')}
        </Button>
      </form>
    </Gate>
  );
}

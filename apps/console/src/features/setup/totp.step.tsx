import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/display.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useOwnerDraft } from './draft.ts';
import { OwnerStep } from './owner.step.tsx';

/** After a reload the password is gone: the first step, repeated with the same answers, leads here again. */
export function TotpStep(): ReactNode {
  const { t } = useTranslation();
  const draft = useOwnerDraft();
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: () => api.setup.totp({ email: draft.email, password: draft.password, totp: code }),
    onSuccess: (grant) => {
      useSession.getState().signIn(grant.open_token);
      useOwnerDraft.setState({ email: '', password: '', uri: '', secret: '' });
      return queryClient.invalidateQueries();
    },
    onError: () => setCode(''),
  });
  if (draft.uri === '') return <OwnerStep />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    prove.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-mut">{t('setup.totp.text')}</p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={draft.uri} label={t('setup.totp.qr')} />
        <div className="grid min-w-0 flex-1 gap-1">
          <span className="text-mut">{t('setup.totp.secret')}</span>
          <span className="flex items-center gap-1">
            <code className="mono break-all" data-testid="totp-secret">
              {draft.secret}
            </code>
            <CopyButton text={draft.secret} />
          </span>
        </div>
      </div>
      <Field label={t('login.code')}>
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
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={prove.isPending}>
          {t('setup.continue')}
        </Button>
      </div>
    </form>
  );
}

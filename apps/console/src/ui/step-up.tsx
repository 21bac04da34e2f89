import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { Button } from './button.tsx';
import { useErrorText } from './feedback.tsx';
import { Field, TextInput } from './form.tsx';

const codeLength = 6;

/** A fresh code from the authenticator, without leaving what was written. */
export function StepUp({ onDone }: { onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const textOf = useErrorText();
  const confirm = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.session.stepUp({ totp: code }),
    onSuccess: ({ open_token }) => {
      useSession.getState().signIn(open_token);
      onDone();
    },
    onError: () => {
      setCode('');
      field.current?.focus();
    },
  });
  const { error } = confirm;
  // It comes below what was written, and grows by what is said of a wrong code: its button must not end up behind the drawer's footer.
  useEffect(() => {
    if (error !== undefined) form.current?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form ref={form} className="grid gap-3 rounded-lg border border-line bg-bg p-3.5" onSubmit={submit}>
      <Field label={t('withdraw.stepUp')} hint={t('withdraw.stepUpHint')} error={error ? textOf(error) : undefined}>
        <TextInput
          ref={field}
          autoFocus
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="mono h-10 text-center text-lg tracking-[0.4em]"
          onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, codeLength))}
        />
      </Field>
      <Button type="submit" variant="primary" busy={confirm.isPending} disabled={code.length < codeLength}>
        {t('common.confirm')}
      </Button>
    </form>
  );
}

import { setup } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, isRefusal } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { refusePassword, shortestPassword } from '../../lib/password.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { useOwnerDraft } from './draft.ts';
import { keptFields, useKept } from './kept.ts';

/** From the link that the server printed. A browser sends what stands behind # to nobody. */
const givenToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
/** Puts it where the link has it, so that a reload finds it again; none takes away one that is good for nothing. */
const giveToken = (token: string): void =>
  history.replaceState(history.state, '', token === '' ? location.pathname : `#${new URLSearchParams({ token })}`);

const fields = setup.owner.input.extend({ password: z.string().min(shortestPassword) });

/** @param again the owner is there already, and only their password was lost with the page: the same answers lead on */
export function OwnerStep({ again = false }: { again?: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const labels = {
    nick_name: t('tools:setup.owner.name'),
    email: t('login.email'),
    password: t('login.password'),
    setup_token: t('tools:setup.owner.token'),
  };
  const [given, setGiven] = useState(givenToken);
  const form = useForm(fields, labels, { ...keptFields('owner', ['nick_name', 'email']), setup_token: given });
  const { email, password, nick_name, setup_token } = form.values;
  useKept('owner', { email, nick_name });
  const { set } = form;
  // Whoever opens another link on this page means its token; a browser loads nothing anew for that.
  useEffect(() => {
    const read = (): void => {
      setGiven(givenToken());
      set('setup_token', givenToken());
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  });
  const create = useMutation({
    mutationFn: () => api.setup.owner(form.values),
    onSuccess: (made) => {
      giveToken(setup_token);
      useOwnerDraft.setState({ email, password, uri: made.totp_uri, secret: made.totp_secret });
      return queryClient.invalidateQueries({ queryKey: ['setup'] });
    },
    // The link is an old one: the field is for the token that the server printed last.
    onError: (error) => {
      if (!isRefusal(error) || error.refusal !== 'setupTokenWrong')
        return refusePassword(form, error, { chosen: 'password' });
      setGiven('');
      giveToken('');
      form.refuse('setup_token', error.message);
    },
    meta: { quiet: true },
  });
  return (
    <form noValidate onSubmit={form.submit(create.mutate)} className="grid gap-4">
      <p className="text-mut">{t(again ? 'tools:setup.owner.again' : 'tools:setup.owner.text')}</p>
      <Field label={labels.nick_name} error={form.errorOf('nick_name')}>
        <TextInput autoComplete="name" maxLength={50} {...form.input('nick_name')} />
      </Field>
      <Field label={labels.email} error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="username" {...form.input('email')} />
      </Field>
      <NewPassword error={form.errorOf('password')} about={[nick_name, email]} input={form.input('password')} />
      {given === '' && (
        <Field label={labels.setup_token} error={form.errorOf('setup_token')} hint={t('tools:setup.owner.tokenHint')}>
          <TextInput autoComplete="off" maxLength={200} {...form.input('setup_token')} />
        </Field>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('tools:setup.continue')}
        </Button>
      </div>
    </form>
  );
}

import { setup } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, isRefusal } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { refusePassword, shortestPassword } from '../../lib/password.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { useOwnerDraft } from './draft.ts';
import { keptFields, useKept } from './kept.ts';

/** What shows the token on the server's host: installed as a service, or in containers. */
const showToken = ['journalctl -u holdfast-server', 'docker compose -f app.yaml logs server'];

/** From the link that the server printed. A browser sends what stands behind # to nobody. */
const givenToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
/** Puts it where the link has it, so that a reload finds it again; none takes away one that is good for nothing. */
const giveToken = (token: string): void =>
  history.replaceState(history.state, '', token === '' ? location.pathname : `#${new URLSearchParams({ token })}`);

const answers = setup.owner.input.omit({ again: true });
const fields = answers.extend({ password: z.string().min(shortestPassword) });

/** `again`: the owner is there already, and only their password was lost with the page. `another`: there too, and they want another one. */
type Way = 'new' | 'again' | 'another';
const texts = {
  new: 'tools:setup.owner.text',
  again: 'tools:setup.owner.again',
  another: 'tools:setup.owner.anotherText',
} as const;

function useOwnerForm(way: Way) {
  const { t } = useTranslation(['translation', 'tools']);
  const labels = {
    nick_name: t('tools:setup.owner.name'),
    email: t('login.email'),
    password: t('login.password'),
    setup_token: t('tools:setup.owner.token'),
  };
  const [given, setGiven] = useState(givenToken);
  const start = { ...keptFields('owner', ['nick_name', 'email']), setup_token: given };
  const form = useForm(way === 'again' ? answers : fields, labels, start);
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
  const refuse = (error: unknown): void => {
    const refusal = isRefusal(error) ? error.refusal : undefined;
    if (way === 'again' && refusal === 'loginFailed') form.refuse('password', t('tools:setup.owner.notChosen'));
    else if (!isRefusal(error) || refusal !== 'setupTokenWrong') refusePassword(form, error, { chosen: 'password' });
    else {
      // The link is an old one: the field is for the token that the server printed last.
      setGiven('');
      giveToken('');
      form.refuse('setup_token', error.message);
    }
  };
  const create = useMutation({
    mutationFn: () => api.setup.owner({ ...form.values, again: way === 'again' }),
    onSuccess: (made) => {
      giveToken(setup_token);
      useOwnerDraft.setState({ email, password, uri: made.totp_uri, secret: made.totp_secret });
      return queryClient.invalidateQueries({ queryKey: ['setup'] });
    },
    onError: refuse,
    meta: { quiet: true },
  });
  return { form, labels, create, asksToken: given === '' };
}

function OwnerForm({ way, onAnother }: { way: Way; onAnother: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { form, labels, create, asksToken } = useOwnerForm(way);
  const { email, nick_name, setup_token } = form.values;
  const hintId = useId();
  const another = (): void => {
    if (setup_token !== '') giveToken(setup_token);
    onAnother();
  };
  return (
    <form noValidate onSubmit={form.submit(create.mutate)} className="grid gap-4">
      <p className="text-mut">{t(texts[way])}</p>
      <Field label={labels.nick_name} error={form.errorOf('nick_name')}>
        <TextInput autoComplete="name" maxLength={50} {...form.input('nick_name')} />
      </Field>
      <Field label={labels.email} error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="username" {...form.input('email')} />
      </Field>
      {way === 'again' ? (
        <Field label={labels.password} error={form.errorOf('password')}>
          <TextInput type="password" autoComplete="current-password" {...form.input('password')} />
        </Field>
      ) : (
        <NewPassword error={form.errorOf('password')} about={[nick_name, email]} input={form.input('password')} />
      )}
      {asksToken && (
        <div className="grid gap-1.5">
          <Field label={labels.setup_token} error={form.errorOf('setup_token')}>
            <TextInput autoComplete="off" maxLength={200} aria-describedby={hintId} {...form.input('setup_token')} />
          </Field>
          {/* Of its own, so that it stays when the code is wrong: then it is wanted most. */}
          <p id={hintId} className="text-mut text-xs">
            {t('tools:setup.owner.tokenHint')}
          </p>
          {showToken.map((command) => (
            <CommandLine key={command} command={command} />
          ))}
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {way === 'again' && (
          <Button variant="ghost" size="lg" onClick={another}>
            {t('tools:setup.owner.another')}
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('tools:setup.continue')}
        </Button>
      </div>
    </form>
  );
}

/**
 * @param again the owner is there already, and only their password was lost with the page: the same answers lead on. Another password they choose by saying so, not by
 * mistyping theirs
 */
export function OwnerStep({ again = false }: { again?: boolean }): ReactNode {
  const [another, setAnother] = useState(false);
  const way = !again ? 'new' : another ? 'another' : 'again';
  return <OwnerForm key={way} way={way} onAnother={() => setAnother(true)} />;
}

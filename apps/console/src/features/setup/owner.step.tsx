import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Field, TextInput } from '../../ui/form.tsx';
import { passwordStrength, shortestPassword, useOwnerDraft } from './draft.ts';

const strengthKeys = ['setup.strength.0', 'setup.strength.1', 'setup.strength.2', 'setup.strength.3'] as const;

export function OwnerStep(): ReactNode {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const strength = passwordStrength(password);
  const create = useMutation({
    mutationFn: () => api.setup.owner({ email, password, nick_name: name }),
    onSuccess: (made) => {
      useOwnerDraft.setState({ email, password, uri: made.totp_uri, secret: made.totp_secret });
      return queryClient.invalidateQueries({ queryKey: ['setup'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (strength > 0) create.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-mut">{t('setup.owner.text')}</p>
      <Field label={t('setup.owner.name')}>
        <TextInput
          name="name"
          autoComplete="name"
          required
          maxLength={50}
          value={name}
          onChange={(e) => setName(e.target.value)}
        />
      </Field>
      <Field label={t('login.email')}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(e) => setEmail(e.target.value)}
        />
      </Field>
      <Field
        label={t('login.password')}
        hint={password === '' ? t('setup.owner.passwordHint', { count: shortestPassword }) : t(strengthKeys[strength])}
      >
        <TextInput
          type="password"
          name="password"
          autoComplete="new-password"
          required
          minLength={shortestPassword}
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </Field>
      <div className="grid grid-cols-3 gap-1" aria-hidden="true">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={cn('h-1 rounded', strength >= level ? (strength === 1 ? 'bg-warn' : 'bg-ok') : 'bg-hov')}
          />
        ))}
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('setup.continue')}
        </Button>
      </div>
    </form>
  );
}

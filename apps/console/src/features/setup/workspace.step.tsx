import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';

export function WorkspaceStep(): ReactNode {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [first, setFirst] = useState('');
  const create = useMutation({
    mutationFn: () => api.setup.workspace({ wallet_name: name, sub_wallet_name: first }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-mut">{t('setup.workspace.text')}</p>
      <Field label={t('setup.workspace.name')}>
        <TextInput name="workspace" required maxLength={50} value={name} onChange={(e) => setName(e.target.value)} />
      </Field>
      <Field label={t('setup.workspace.first')} hint={t('setup.workspace.firstHint')}>
        <TextInput name="subWallet" required maxLength={50} value={first} onChange={(e) => setFirst(e.target.value)} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('setup.workspace.create')}
        </Button>
      </div>
    </form>
  );
}

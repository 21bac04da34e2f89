import { setup } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { keptFields, useKept } from './kept.ts';

export function WorkspaceStep(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const labels = { wallet_name: t('tools:setup.workspace.name'), sub_wallet_name: t('tools:setup.workspace.first') };
  const form = useForm(setup.workspace.input, labels, keptFields('workspace', ['wallet_name', 'sub_wallet_name']));
  useKept('workspace', form.values);
  const create = useMutation({
    mutationFn: () => api.setup.workspace(form.values),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <form noValidate onSubmit={form.submit(create.mutate)} className="grid gap-4">
      <p className="text-mut">{t('tools:setup.workspace.text')}</p>
      <Field label={labels.wallet_name} error={form.errorOf('wallet_name')}>
        <TextInput maxLength={50} {...form.input('wallet_name')} />
      </Field>
      <Field
        label={labels.sub_wallet_name}
        hint={t('tools:setup.workspace.firstHint')}
        error={form.errorOf('sub_wallet_name')}
      >
        <TextInput maxLength={50} {...form.input('sub_wallet_name')} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {t('tools:setup.workspace.create')}
        </Button>
      </div>
    </form>
  );
}

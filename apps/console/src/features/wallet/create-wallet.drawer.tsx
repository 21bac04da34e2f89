import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Field, TextInput } from '../../ui/form.tsx';

const longestName = 50;

export default function CreateWalletDrawer(): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const form = useId();
  const [name, setName] = useState('');
  const wallet = useApi('user', 'info', {}).data?.wallets[0];
  const create = useMutation({
    mutationFn: (walletId: NonNullable<typeof wallet>['wallet_id']) =>
      api.wallet.createSubWallet({ wallet_id: walletId, sub_wallet_name: name }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ['wallet'] });
      useSession.getState().selectSubWallet(made.sub_wallet_id);
      notify(t('wallet.created', { name }));
      drawers.close();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wallet) create.mutate(wallet.wallet_id);
  };
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={drawers.pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
            {t('wallet.create')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <p className="text-mut">{t('wallet.createText')}</p>
        <Field label={t('wallet.name')} hint={t('wallet.nameHint')} aside={`${name.length}/${longestName}`}>
          <TextInput required maxLength={longestName} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </DrawerBody>
  );
}

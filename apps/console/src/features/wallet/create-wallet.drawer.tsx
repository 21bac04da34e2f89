import { wallet as walletArea } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { AccountForm } from './account-form.tsx';
import { useNetworks } from './use-open-coin.ts';

const longestName = 50;
const fields = walletArea.createSubWallet.input.pick({ sub_wallet_name: true });

export default function CreateWalletDrawer(): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const formId = useId();
  const form = useForm(fields, { sub_wallet_name: t('wallet.name') });
  const name = form.values.sub_wallet_name;
  const [account, setAccount] = useState('');
  const wallet = useApi('user', 'info', {}).data?.wallets[0];
  const networks = useNetworks(wallet?.wallet_id).data?.support_main_chain ?? [];
  const create = useMutation({
    mutationFn: (walletId: NonNullable<typeof wallet>['wallet_id']) =>
      api.wallet.createSubWallet({ wallet_id: walletId, sub_wallet_name: name, account_form: account }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ['wallet'] });
      useSession.getState().selectSubWallet(made.sub_wallet_id);
      notify(t('wallet.created', { name }));
      drawers.close();
    },
  });
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={drawers.pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
            {t('wallet.create')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.submit(() => wallet && create.mutate(wallet.wallet_id))}
        className="grid gap-4"
      >
        <p className="text-mut">{t('wallet.createText')}</p>
        <Field
          label={t('wallet.name')}
          hint={t('wallet.nameHint')}
          aside={`${name.length}/${longestName}`}
          error={form.errorOf('sub_wallet_name')}
        >
          <TextInput maxLength={longestName} {...form.input('sub_wallet_name')} />
        </Field>
        <AccountForm
          networks={networks.filter(({ if_open_chain: open, opening }) => open || opening)}
          value={account}
          onChange={setAccount}
        />
      </form>
    </DrawerBody>
  );
}

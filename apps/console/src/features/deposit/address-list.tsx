import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { AddressChip, Amount } from '../../ui/display.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { LabelEditor } from './label-editor.tsx';

/** Every address of a coin that may have several, each with its label; new ones are derived on request. */
export function AddressList({
  subWalletId,
  coin,
  copy,
}: {
  subWalletId: number;
  coin: CoinName;
  /** The button that copies one of them. */
  copy: (address: string) => ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  const input = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin };
  const { data, error, refetch } = useApi('deposit', 'addresses', { ...input, page_size: 50 }, { quiet: true });
  const cache = useQueryClient();
  const mayCreate = usePermission('address.create', subWalletId);
  const create = useMutation({
    mutationFn: () => api.deposit.createAddress({ ...input, num: 1 }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['deposit'] });
      notify(t('deposit.created'));
    },
  });
  return (
    <section className="grid gap-1.5">
      <div className="flex items-center justify-between">
        <h3 className="font-semibold">{t('deposit.addresses')}</h3>
        {mayCreate && (
          <Button size="sm" busy={create.isPending} onClick={() => create.mutate()}>
            <Plus aria-hidden />
            {t('deposit.newAddress')}
          </Button>
        )}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && (
        <ul className="overflow-hidden rounded-lg border border-line">
          {data.list.map((row) => (
            <li key={row.address_id} className="grid gap-0.5 border-line2 border-b px-3 py-2 last:border-b-0">
              <span className="flex items-center justify-between gap-2">
                <AddressChip address={row.address} copy={copy(row.address)} />
                <Amount value={row.balance} />
              </span>
              <LabelEditor addressId={row.address_id} subWalletId={subWalletId} label={row.address_label} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

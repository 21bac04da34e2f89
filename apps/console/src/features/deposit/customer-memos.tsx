import { deposit } from '@holdfast/contract/deposit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

interface Place {
  readonly subWalletId: number;
  readonly coin: CoinName;
}
const shown = 50;

/**
 * One address, and a comment for each customer who pays to it.
 * @param copy the button that copies one of them
 */
export function CustomerMemos({ subWalletId, coin, copy }: Place & { copy: (memo: string) => ReactNode }): ReactNode {
  const { t } = useTranslation();
  const mayCreate = usePermission('address.create', subWalletId);
  const [made, setMade] = useState(0);
  const [keyword, setKeyword] = useState<string>();
  const input = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin, page_size: shown };
  const { data, error, refetch } = useApi(
    'deposit',
    'memos',
    { ...input, ...(keyword ? { keyword } : {}) },
    { quiet: true, keep: true },
  );
  return (
    <section className="grid gap-2" aria-label={t('deposit.customers')}>
      <h3 className="font-semibold">{t('deposit.customers')}</h3>
      <p className="text-mut">{t('deposit.customersText')}</p>
      {mayCreate && <NewMemo key={made} subWalletId={subWalletId} coin={coin} onMade={() => setMade(made + 1)} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && (data.total > 8 || keyword !== undefined) && (
        <SearchBox value={keyword} label={t('deposit.customerSearch')} onSearch={setKeyword} second />
      )}
      {data?.total === 0 && <p className="text-mut">{t('deposit.customersNone')}</p>}
      {data && data.total > 0 && (
        <ul className="overflow-hidden rounded-lg border border-line">
          {data.list.map((row) => (
            <li key={row.memo_id} className="flex items-center gap-2 border-line2 border-b px-3 py-2 last:border-b-0">
              <span className="grid min-w-0 flex-1">
                <bdi className="truncate font-medium">{row.customer}</bdi>
                <span className="text-mut text-xs">{t('deposit.customerPaid', { count: row.deposit_count })}</span>
              </span>
              <bdi className="mono break-all">{row.memo}</bdi>
              {copy(row.memo)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const fields = deposit.createMemo.input.pick({ customer: true });

function NewMemo({ subWalletId, coin, onMade }: Place & { readonly onMade: () => void }): ReactNode {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const form = useForm(fields, { customer: t('deposit.customerName') });
  const [memo, setMemo] = useState('');
  const { customer } = form.values;
  const create = useMutation({
    mutationFn: () =>
      api.deposit.createMemo({
        sub_wallet_id: subWalletIdOf(subWalletId),
        ...coin,
        customer,
        ...(memo.trim() === '' ? {} : { memo }),
      }),
    onSuccess: async (made) => {
      notify(t('deposit.customerMade', { memo: made.memo, name: made.customer }));
      onMade();
      await cache.invalidateQueries({ queryKey: ['deposit'] });
    },
  });
  return (
    <form noValidate className="grid gap-2" onSubmit={form.submit(() => create.mutate())}>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        <Field label={t('deposit.customerName')} error={form.errorOf('customer')}>
          <TextInput maxLength={50} {...form.input('customer')} />
        </Field>
        <Field label={t('deposit.customerMemo')}>
          <TextInput maxLength={100} className="mono" value={memo} onChange={(event) => setMemo(event.target.value)} />
        </Field>
      </div>
      <Button type="submit" className="justify-self-start" busy={create.isPending}>
        <Plus aria-hidden />
        {t('deposit.customerAdd')}
      </Button>
    </form>
  );
}

import type { WorkspaceId } from '@holdfast/contract';
import { wallet as walletArea } from '@holdfast/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { isArchived, isHidden, type SubWalletRow } from './sub-wallet-table.tsx';

const longestAlias = 50;
const fields = walletArea.updateAlias.input.pick({ alias: true });

/** `subWallet:<id>`: what a sub-wallet is called, where it stands, and whether it is in use. */
export default function SubWalletDrawer({ args: [written = ''] }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const id = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
  const walletId = useApi('user', 'info', {}).data?.wallets[0]?.wallet_id;
  const found = useApi(
    'wallet',
    'subWallets',
    { wallet_id: walletId ?? (0 as never), sub_wallet_id: subWalletIdOf(id) },
    { enabled: walletId !== undefined && id !== null, quiet: true },
  );
  const [row] = found.data ? [...found.data.top_sub_wallet_list, ...found.data.sub_wallet_list] : [];
  if (id === null || (found.data && !row)) return <EmptyState title={t('wallet.noneFound')} />;
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <DrawerBody>
      {row && walletId !== undefined ? (
        <>
          <h3 className="flex flex-wrap items-center gap-2 font-semibold text-lg">
            <bdi className="min-w-0 truncate">{row.sub_wallet_name}</bdi>
            {isHidden(row) && <StatusPill tone="idle" text={t('wallet.hidden')} />}
            {isArchived(row) && <StatusPill tone="idle" text={t('wallet.archived')} />}
          </h3>
          <AliasForm key={row.alias} row={row} walletId={walletId} />
          <Standing row={row} walletId={walletId} />
        </>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </DrawerBody>
  );
}

interface Part {
  readonly row: SubWalletRow;
  readonly walletId: WorkspaceId;
}

const renew = () => queryClient.invalidateQueries({ queryKey: ['wallet'] });

function AliasForm({ row, walletId }: Part): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('wallet.edit', row.sub_wallet_id);
  const form = useForm(fields, { alias: t('wallet.alias') }, { alias: row.alias });
  const { alias } = form.values;
  const save = useMutation({
    mutationFn: () => api.wallet.updateAlias({ wallet_id: walletId, sub_wallet_id: row.sub_wallet_id, alias }),
    onSuccess: async () => {
      notify(t('wallet.aliasSaved'));
      await renew();
    },
  });
  if (!may) return null;
  return (
    <form noValidate className="grid gap-2" onSubmit={form.submit(() => save.mutate())}>
      <Field
        label={t('wallet.alias')}
        hint={t('wallet.aliasHint')}
        aside={`${alias.length}/${longestAlias}`}
        error={form.errorOf('alias')}
      >
        <TextInput maxLength={longestAlias} {...form.input('alias')} />
      </Field>
      <Button type="submit" className="justify-self-start" disabled={alias === row.alias} busy={save.isPending}>
        {t('common.save')}
      </Button>
    </form>
  );
}

/** Pinning, hiding and putting away. */
function Standing({ row, walletId }: Part): ReactNode {
  const { t } = useTranslation();
  const mayPin = usePermission('wallet.edit', row.sub_wallet_id);
  const mayPutAway = usePermission('wallet.create');
  const { sub_wallet_id } = row;
  const [hidden, archived] = [isHidden(row), isArchived(row)];
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run(), onSettled: renew });
  const pin = () => change.mutate(() => api.subWallet.setTop({ sub_wallet_id, is_top: !row.is_top }));
  const show = () =>
    change.mutate(() =>
      api.subWallet.setShown({
        wallet_id: walletId,
        sub_wallet_ids: [sub_wallet_id],
        app_show_status: hidden ? 1 : 2,
      }),
    );
  const putAway = async (): Promise<void> => {
    const name = row.alias || row.sub_wallet_name;
    const { result } = archived
      ? { result: 'confirm' }
      : await confirm({
          type: 'warning',
          title: t('wallet.archiveTitle', { name }),
          content: t('wallet.archiveText'),
          confirmText: t('wallet.archive'),
        });
    if (result === 'confirm') change.mutate(() => api.subWallet.archive({ sub_wallet_id, archived: !archived }));
  };
  return (
    <div className="grid gap-3">
      {mayPin && !archived && (
        <Act text={t('wallet.pinText')}>
          <Button busy={change.isPending} onClick={pin}>
            {row.is_top ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {t(row.is_top ? 'wallet.unpin' : 'wallet.pin')}
          </Button>
        </Act>
      )}
      {mayPutAway && (
        <Act text={t('wallet.hideText')}>
          <Button busy={change.isPending} onClick={show}>
            {hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            {t(hidden ? 'wallet.show' : 'wallet.hide')}
          </Button>
        </Act>
      )}
      {mayPutAway && (
        <Act text={t('wallet.archiveText')}>
          <Button busy={change.isPending} onClick={() => void putAway()}>
            {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            {t(archived ? 'wallet.restore' : 'wallet.archive')}
          </Button>
        </Act>
      )}
    </div>
  );
}

const Act = ({ text, children }: { text: string; children: ReactNode }): ReactNode => (
  <div className="flex flex-wrap items-center justify-between gap-3 border-line2 border-t pt-3">
    <p className="min-w-0 flex-1 basis-56 text-mut">{text}</p>
    {children}
  </div>
);

import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { confirm } from '../../ui/confirm.tsx';

export type Network = Output<typeof contract.wallet.openCoin>['support_main_chain'][number];
export type NetworkState = 'open' | 'opening' | 'closed' | 'never';

export const networkState = ({ if_open_chain, opening, closed }: Network): NetworkState =>
  if_open_chain ? 'open' : opening ? 'opening' : closed ? 'closed' : 'never';

export const stateTone = { open: 'done', opening: 'wait', closed: 'idle', never: 'idle' } as const;

/** A network, or with a contract one of its tokens. */
export interface Place {
  readonly chain_id: string;
  readonly contract_address: string;
  readonly name: string;
  /** Of the accounts that opening makes; missing = the usual one. */
  readonly account_form?: string;
}

/** What a workspace has open of the networks, and all that it could open; nothing is asked before the workspace is known. */
export const useNetworks = (walletId: number | undefined, refetchInterval?: number) =>
  useApi(
    'wallet',
    'openCoin',
    { wallet_id: (walletId ?? 0) as never },
    { enabled: walletId !== undefined, quiet: true, ...(refetchInterval ? { refetchInterval } : {}) },
  );

/** Opens at once; closing is asked for once more, and says what stays. */
export function useOpenCoin(walletId: number) {
  const { t } = useTranslation();
  const change = useMutation({
    mutationFn: ({ place: { name: _, ...place }, open }: { place: Place; open: boolean }) =>
      api.wallet.setOpenCoin({ wallet_id: walletId as never, ...place, open }),
    onSuccess: ({ opening }, { place: { name }, open }) =>
      notify(t(opening ? 'networks.goesOn' : open ? 'networks.opened' : 'networks.closed', { name })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['wallet'] }),
  });
  const ask = async (place: Place, open: boolean, held: boolean): Promise<void> => {
    if (!open) {
      const { name } = place;
      const { result } = await confirm({
        type: 'warning',
        title: t('networks.closeTitle', { name }),
        content: t('networks.closeText', { name }),
        ...(held ? { tip: t('networks.closeHeld') } : {}),
        confirmText: t('networks.close'),
      });
      if (result !== 'confirm') return;
    }
    change.mutate({ place, open });
  };
  return { busy: change.isPending, ask: (...asked: Parameters<typeof ask>) => void ask(...asked) };
}

import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';

/** Marks a coin of a sub-wallet as a favourite of one's own, or takes the mark away. */
export function useFocus(subWalletId: number | null) {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ coin, on }: { coin: CoinName; on: boolean }) =>
      api.wallet.setFocus({ sub_wallet_id: subWalletIdOf(subWalletId), ...nameOf(coin), focus: on }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['wallet'] }),
        queryClient.invalidateQueries({ queryKey: ['token'] }),
      ]),
  });
  return { busy: isPending, set: (coin: CoinName, on: boolean) => mutate({ coin, on }) };
}

/** A row's name alone. */
export const nameOf = ({ symbol, chain_id, contract_address }: CoinName): CoinName => ({
  symbol,
  chain_id,
  contract_address,
});

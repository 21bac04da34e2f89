import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type OutputPlace = Parameters<typeof api.utxo.release>[0];

/** The list, and the balances that it makes. */
export function useRenew(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    await Promise.all(['utxo', 'wallet', 'withdraw'].map((area) => cache.invalidateQueries({ queryKey: [area] })));
  };
}

export function useRelease(place: OutputPlace) {
  const renew = useRenew();
  return useMutation({ mutationFn: () => api.utxo.release(place), onSuccess: renew });
}

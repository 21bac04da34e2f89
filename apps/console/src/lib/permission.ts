import type { Permission } from '@holdfast/contract';
import { useApi } from './query.ts';

/**
 * Whether the user may do something, as far as showing it goes; the server decides. False until known.
 * @param where the sub-wallet that it is about, by its id; `anywhere` where one is still to be chosen; left out for what is about the workspace
 */
export function usePermission(name: Permission, where?: number | 'anywhere' | null): boolean {
  const { data } = useApi('user', 'permissions', {}, { quiet: true });
  if (!data) return false;
  const own = data.sub_wallets.find(({ sub_wallet_id }) => sub_wallet_id === where);
  const somewhere = where === 'anywhere' && data.sub_wallets.some(({ permissions }) => permissions.includes(name));
  return somewhere || (own ?? data).permissions.includes(name);
}

import { useApi } from '../../lib/query.ts';
import { coinKey } from '../../lib/wallets.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import type { Entry } from './view.ts';

/**
 * Opens a payment to an entry, in a coin that can be sent to it; undefined for one that wants a memo, which payments do not carry.
 * @param named the entry as the payment's address names it: its hash, or `own-` and its number
 */
export function usePay(entry: Pick<Entry, 'chains' | 'contracts' | 'memo'>, named: string): (() => void) | undefined {
  const { push } = useDrawers();
  const coins = useApi('addressBook', 'coinInfo', {}, { quiet: true }).data?.list ?? [];
  const { chains, contracts, memo } = entry;
  const isTaken = (contract: string): boolean => contracts.length === 0 || contracts.includes(contract);
  const coin = coins.find(({ chain, contract_address }) => chains.includes(chain) && isTaken(contract_address));
  return memo === '' && coin
    ? () => push('withdraw', coinKey({ ...coin, chain_id: coin.chain }), '', named)
    : undefined;
}

import { useApi } from '../../lib/query.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import type { Entry } from './view.ts';

/**
 * Opens a payment to an entry, in a coin that can be sent to it; undefined for one that wants a memo, which payments do not carry.
 * @param named the entry as the payment's address names it: its hash, or `own-` and its number
 */
export function usePay(entry: Pick<Entry, 'chains' | 'symbols' | 'memo'>, named: string): (() => void) | undefined {
  const { push } = useDrawers();
  const coins = useApi('addressBook', 'coinInfo', {}, { quiet: true }).data?.list ?? [];
  const coin = entry.symbols[0] ?? coins.find(({ chain }) => entry.chains.includes(chain))?.symbol;
  return entry.memo === '' && coin !== undefined ? () => push('withdraw', coin, '', named) : undefined;
}

import { orderStatus, transactionType } from '@holdfast/contract';
import { useApi } from '../../lib/query.ts';
import { coinKey } from '../../lib/wallets.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import type { Entry } from './view.ts';

/**
 * Opens a payment to an entry, in the coin that was sent to it last, or in one that can be; undefined for one that wants a memo, which payments do not carry.
 * @param named the entry as the payment's address names it: its hash, or `own-` and its number
 */
export function usePay(
  entry: Pick<Entry, 'address' | 'chains' | 'contracts' | 'memo'>,
  named: string,
): (() => void) | undefined {
  const { push } = useDrawers();
  const coins = useApi('addressBook', 'coinInfo', {}, { quiet: true }).data?.list ?? [];
  const { address, chains, contracts, memo } = entry;
  const asked = { address, type: transactionType.withdraw, status: [orderStatus.done], page_no: 1, page_size: 1 };
  const last = useApi('transaction', 'list', asked, { quiet: true }).data?.list[0];
  const isTaken = (contract: string): boolean => contracts.length === 0 || contracts.includes(contract);
  const fitting = coins.filter(({ chain, contract_address }) => chains.includes(chain) && isTaken(contract_address));
  const isLast = ({ symbol, contract_address }: (typeof coins)[number]): boolean =>
    symbol === last?.symbol && contract_address === last.contract_address;
  // A row says its network by name alone: where two have a coin of that name, it is not known which was paid in.
  const [paidIn, other] = fitting.filter(isLast);
  const coin = paidIn && !other ? paidIn : fitting[0];
  return memo === '' && coin
    ? () => push('withdraw', coinKey({ ...coin, chain_id: coin.chain }), '', named)
    : undefined;
}

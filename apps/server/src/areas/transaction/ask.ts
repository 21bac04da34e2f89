import type { Input, transaction, WorkspaceId } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { addressSpellings, hashSpellings } from '../../reference.ts';
import type { Filter } from './queries.ts';

type ListInput = Input<(typeof transaction)['list']>;
/** What the list's fields ask for. */
export function filterOf(
  { sub_wallet_id, request_id, address, txid, page_no: _page, page_size: _size, ...filter }: ListInput,
  workspaceId: WorkspaceId,
  chains: Catalog['chains'],
): Filter {
  return {
    ...filter,
    workspaceId,
    subWalletId: sub_wallet_id,
    requestId: request_id,
    addresses: address === undefined ? undefined : addressSpellings(chains, address),
    txids: txid === undefined ? undefined : hashSpellings(txid),
  };
}

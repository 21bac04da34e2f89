import type { Input, transaction } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { holds } from '../../http/access.ts';
import type { MemberCaller } from '../../http/context.ts';
import { addressSpellings, hashSpellings } from '../../reference.ts';
import type { Filter } from './queries.ts';

type ListInput = Input<(typeof transaction)['list']>;
/** What the list's fields ask for. */
export function filterOf(
  { sub_wallet_id, request_id, address, txid, text, page_no: _page, page_size: _size, ...filter }: ListInput,
  caller: MemberCaller,
  chains: Catalog['chains'],
): Filter {
  return {
    ...filter,
    workspaceId: caller.workspaceId,
    subWalletId: sub_wallet_id,
    requestId: request_id,
    addresses: address === undefined ? undefined : addressSpellings(chains, address),
    words: text === undefined ? undefined : { text, book: holds(caller, 'addressBook.read') },
    txids: txid === undefined ? undefined : hashSpellings(txid),
  };
}

import type { Input, transaction } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { holds } from '../../http/access.ts';
import type { MemberCaller } from '../../http/context.ts';
import { addressSpellings, hashSpellings } from '../../reference.ts';
import { refuse } from '../../refuse.ts';
import { pricesNow } from '../../written-values.ts';
import type { CoinAsked } from './filter.ts';
import type { Filter } from './queries.ts';

type ListInput = Input<(typeof transaction)['list']>;

/** The values of a field that takes one or several, each once. */
const each = <T>(value: T | T[] | undefined): T[] | undefined =>
  value === undefined ? undefined : [...new Set([value].flat() as T[])];

/** Networks and contracts stand in the order of the symbols, or one of them is that of all. @throws invalidParameters where they are more or fewer */
function coinsOf({ symbol, chain_id, contract_address }: ListInput): CoinAsked[] | undefined {
  if (symbol === undefined) return undefined;
  const symbols = [symbol].flat();
  const placesOf = (field: string, value: string | string[] | undefined): readonly (string | undefined)[] => {
    const places = [value].flat();
    if (places.length !== 1 && places.length !== symbols.length) throw refuse('invalidParameters', { field });
    return symbols.map((_, at) => places[places.length === 1 ? 0 : at]);
  };
  const chains = placesOf('chain_id', chain_id);
  const contracts = placesOf('contract_address', contract_address);
  return symbols.map((symbol, at) =>
    chains[at] === '' ? { symbol } : { symbol, chain: chains[at], contract: contracts[at] },
  );
}

/** What the list's fields ask for. @throws invalidParameters as `coinsOf` says */
export function filterOf(input: ListInput, caller: MemberCaller, catalog: Catalog): Filter {
  const { chains } = catalog;
  const { type, request_id, initiator, address, txid, text, customer_state, tag, start, end, order, after } = input;
  return {
    ...{ type, initiator, customer_state, tag, start, end, order, after },
    workspaceId: caller.workspaceId,
    subWallets: each(input.sub_wallet_id),
    coins: coinsOf(input),
    statuses: each(input.status),
    requestId: request_id,
    addresses: address === undefined ? undefined : addressSpellings(chains, address),
    words:
      text === undefined
        ? undefined
        : { text, book: holds(caller, 'addressBook.read'), prices: () => pricesNow(catalog) },
    txids: txid === undefined ? undefined : hashSpellings(txid),
  };
}

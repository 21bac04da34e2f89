import type { Input, transaction } from '@holdfast/contract';
import { toUnits } from '@holdfast/money';
import type { Catalog } from '../../catalog.ts';
import { holds } from '../../http/access.ts';
import type { MemberCaller } from '../../http/context.ts';
import { addressSpellings, hashSpellings } from '../../reference.ts';
import { refuse } from '../../refuse.ts';
import { pricesNow } from '../../written-values.ts';
import type { CoinAsked, Worth } from './filter.ts';
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

/** @throws invalidParameters where they are the wrong way round */
function worthOf({ worth_from, worth_to }: ListInput): Worth | undefined {
  if (worth_from === undefined && worth_to === undefined) return undefined;
  const [least, most] = [worth_from, worth_to].map((usd) => (usd === undefined ? undefined : toUnits(usd, 2)));
  if (least !== undefined && most !== undefined && least > most)
    throw refuse('invalidParameters', { field: 'worth_to' });
  return { least, most };
}

/** What the list's fields ask for. @throws invalidParameters as `coinsOf` and `worthOf` say */
export function filterOf(input: ListInput, caller: MemberCaller, catalog: Catalog): Filter {
  const { chains } = catalog;
  const { request_id, address, txid, text } = input;
  const { type, network, initiator, customer_state, tag, start, end, order, after } = input;
  return {
    ...{ type, network, initiator, customer_state, tag, start, end, order, after },
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
    worth: worthOf(input),
    txids: txid === undefined ? undefined : hashSpellings(txid),
  };
}

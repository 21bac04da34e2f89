import { type ChainConfig, familyOf } from '@holdfast/chains';
import { RpcError } from '@holdfast/chains/rpc';
import type { RefundWarning } from '@holdfast/contract';
import { chainRefusal } from '../../chains/refusal.ts';
import type { Deposit } from '../../chainwatch/service.ts';
import { refuse } from '../../refuse.ts';
import { addressFacts } from './address-facts.ts';
import { checkDestination } from './checks.ts';
import type { Who, WithdrawDeps } from './deps.ts';
import * as queries from './refund-queries.ts';

/** Whoever has paid to so many places of ours pays for several people: an exchange, or a service. */
const manyPlaces = 3;

type Paid = Pick<Deposit, 'address_from' | 'txid' | 'block_hash' | 'sub_wallet_id'>;

export interface Payers {
  /** Such as can be paid: new coins come from nobody, and some from a token's own contract. */
  readonly known: readonly string[];
  readonly someUnknown: boolean;
}

/** Whose coins a deposit was made of, by its own block; '' where the node cannot say it. @throws `chainRefusal` */
async function sourcesOf(
  { readerOf }: Pick<WithdrawDeps, 'readerOf'>,
  chain: ChainConfig,
  { address_from: from, txid, block_hash: block }: Paid,
): Promise<readonly string[]> {
  if (from !== '') return [from];
  const reader = readerOf(chain);
  if (!('payers' in reader)) return [];
  try {
    return await reader.payers(txid, block);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = error.message;
    throw chainRefusal(error, chain, () => refuse('chainRefused', { network: chain.name, reason }));
  }
}

/** Who paid a deposit. @throws `chainRefusal` */
export async function payersOf(
  deps: Pick<WithdrawDeps, 'readerOf' | 'catalog'>,
  chain: ChainConfig,
  deposit: Paid,
): Promise<Payers> {
  const all = await sourcesOf(deps, chain, deposit);
  const known = all.filter((address) => address !== '' && checkDestination(deps.catalog, chain, address).ok);
  return { known, someUnknown: known.length < all.length || all.length === 0 };
}

const isOneOf = ({ known }: Payers, address: string): boolean => known.includes(address);

/** The one address that a deposit goes back to where nobody says another; '' where several paid, or nobody who is known. */
export function usualPayee({ known }: Payers): string {
  const [only = '', ...more] = known;
  return more.length === 0 ? only : '';
}

/** What is to be looked at before a deposit goes to this address, and whether that needs a memo. @throws chainUnreachable */
export async function lookAt(
  deps: WithdrawDeps,
  who: Who,
  { chain, asset }: ReturnType<WithdrawDeps['catalog']['coin']>,
  deposit: Paid,
  payers: Payers,
  to: string,
): Promise<{ warnings: RefundWarning[]; needsMemo: boolean; toPayer: boolean }> {
  const { db } = deps;
  const { workspaceId } = who;
  const name = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const facts =
    to === '' ? undefined : await addressFacts(deps, who, name, { text: to, memo: '' }, deposit.sub_wallet_id);
  const places = to === '' ? 0 : await queries.paidPlaces(db, workspaceId, chain.id, to);
  const found: Readonly<Record<RefundWarning, boolean>> = {
    contract: facts?.contract === true,
    provider: to !== '' && (await queries.hasProvider(db, workspaceId, chain.id, to)),
    many_customers: places >= manyPlaces,
    many_payers: payers.known.length > 1 || (payers.known.length === 1 && payers.someUnknown),
    unknown_payer: payers.known.length === 0,
    // Which customers an address has paid for is not written down where coins come from several.
    maybe_service: familyOf(chain).model === 'utxo' && isOneOf(payers, to),
    look_alike: (facts?.similar.length ?? 0) > 0,
  };
  return {
    warnings: Object.entries(found).flatMap(([warning, is]) => (is ? [warning as RefundWarning] : [])),
    needsMemo: facts?.memo === true,
    toPayer: isOneOf(payers, to),
  };
}

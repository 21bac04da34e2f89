import type { ChainConfig } from '@holdfast/chains';
import { type AccountReader, accountReader, RpcError, type TokenMove } from '@holdfast/chains/rpc';
import { dataOf, parseIntent, readCall } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Asset } from '../catalog.ts';
import type { AssetId } from '../ledger/service.ts';
import type { SignDeps } from './deps.ts';
import type { Order } from './moves.ts';
import { findOutflows } from './outflows.ts';

/** What a call really moved. Base units by asset; of the chain's own coin without the fee. */
export interface CallMoved {
  readonly left: ReadonlyMap<AssetId, bigint>;
  /** What came in a way that no block shows as a payment: coins that a contract sent, or a token that minted. */
  readonly came: ReadonlyMap<AssetId, bigint>;
}

interface Seen {
  readonly reader: AccountReader;
  readonly order: Order;
  readonly height: number;
  readonly hash: string;
  readonly fee: bigint;
  /** All that moved in the call's own transaction. */
  readonly moves: readonly TokenMove[];
  /** Is nothing else of the account in this block? Then the difference of its balances is the call's. */
  readonly alone: boolean;
}

const sumOf = (moves: readonly { readonly amount: bigint }[]): bigint =>
  moves.reduce((sum, one) => sum + one.amount, 0n);

/** Other transactions of the account in the same block. */
async function isAlone({ db }: SignDeps, order: Order, height: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from orders where chain = ${order.chain}
    and address_from = ${order.address_from} and mined_height = ${height} and id <> ${order.id} and raises is null`.execute(
    db,
  );
  return rows[0]?.n === 0;
}

/** By how much the balance grew in the block, beside what the block shows as payments to the account; undefined where the node keeps no state that old. */
async function grownBy({ reader, order, height, hash }: Seen, asset: Asset): Promise<bigint | undefined> {
  const own = order.address_from;
  try {
    const [after, before] = [await reader.balance(own, asset, height), await reader.balance(own, asset, height - 1)];
    const block = await reader.block(hash, { watch: new Map([[own, true]]) });
    if (!block) return undefined;
    const paid = block.transfers.filter(({ to, contract }) => to === own && contract === asset.contract);
    return after - before - sumOf(paid);
  } catch (error) {
    if (error instanceof RpcError && error.code === 'nodeError') return undefined;
    throw error;
  }
}

/** What others took of a token in the same block, by allowances: none of the call's. */
async function takenBeside({ reader, order, height }: Seen, { contract }: Asset): Promise<bigint> {
  const all = (await reader.taken?.(order.address_from, contract, height)) ?? [];
  const beside = all.filter((one) => one.height === height && one.txid !== order.txid);
  return sumOf(beside.map(({ amount }) => ({ amount: BigInt(amount) })));
}

/** What left, by the transaction's own events, and whatever the balance says beyond them; negative where more came. */
async function leftOf(seen: Seen, asset: Asset): Promise<bigint> {
  const { order, moves, alone, fee } = seen;
  const isNative = asset.contract === '';
  const told = isNative
    ? order.amount
    : sumOf(moves.filter(({ contract, from }) => contract === asset.contract && from === order.address_from));
  const grown = alone ? await grownBy(seen, asset) : undefined;
  if (grown === undefined) return told;
  const beside = isNative ? fee : await takenBeside(seen, asset);
  // What events and the block do not explain, the call did: without them the balance would have shrunk by what they tell.
  return told - (grown + told + beside);
}

/** The assets that a call may have moved: the chain's own coin, those that it speaks of or calls, and those that its events name. */
async function assetsOf(
  deps: SignDeps,
  chain: ChainConfig,
  order: Order,
  moves: readonly TokenMove[],
): Promise<Asset[]> {
  const stated = await findOutflows(deps.db, order);
  const reading = readCall({ ...parseIntent(order.intent), call: dataOf(order) });
  const named = new Set([
    '',
    ...moves.map(({ contract }) => contract),
    ...(reading?.calls ?? []).map((one) => one.contract),
  ]);
  return deps.catalog
    .assetsOf(chain)
    .filter(({ id, contract }) => named.has(contract) || stated.some(({ asset_id }) => asset_id === id));
}

/** What a call that succeeded, and is final, moved. @throws RpcError where the node does not say */
export async function movedByCall(
  deps: SignDeps,
  chain: ChainConfig,
  order: Order,
  mined: { readonly height: number; readonly hash: string; readonly fee: bigint },
): Promise<CallMoved> {
  const reader = accountReader(deps.readerOf(chain));
  const moves = (await reader.moved?.(order.txid ?? '')) ?? [];
  const seen: Seen = { reader, order, moves, ...mined, alone: await isAlone(deps, order, mined.height) };
  const left = new Map<AssetId, bigint>();
  const came = new Map<AssetId, bigint>();
  for (const asset of await assetsOf(deps, chain, order, moves)) {
    const units = await leftOf(seen, asset);
    if (units > 0n) left.set(asset.id, units);
    if (units < 0n) came.set(asset.id, -units);
  }
  return { left, came };
}

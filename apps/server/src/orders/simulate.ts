import { type ChainConfig, familyOf } from '@holdfast/chains';
import { accountReader, type ChainReader, RpcError, type Simulation } from '@holdfast/chains/rpc';
import { fromUnits } from '@holdfast/money';
import { dataOf, initCodeOf, isDeploy } from '@holdfast/policy';
import type { Catalog } from '../catalog.ts';
import { chainRefusal } from '../chains/refusal.ts';
import type { Db } from '../db/database.ts';
import { refuse } from '../refuse.ts';
import { findKind } from './kinds/index.ts';
import type { Order } from './moves.ts';
import { findOutflows } from './outflows.ts';

/**
 * What the chain's node says that a call would do: before it is asked for, so that members see it and the order says how much leaves, and again before it is signed.
 * It is the node's word, and signers do not go by it.
 */
export type SimulatedCall = Simulation;

/** By contract ('' is the chain's own coin), base units that would leave the account and come to it. */
export type Changes = ReadonlyMap<string, { readonly out: bigint; readonly in: bigint }>;

interface Call {
  readonly from: string;
  /** '' where the data begins a contract. */
  readonly to: string;
  readonly amount: bigint;
  readonly data: string;
}
interface Deps {
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}

/** @throws callUnsimulated, and as `chainRefusal` says */
export async function simulateCall({ readerOf }: Deps, chain: ChainConfig, call: Call): Promise<SimulatedCall> {
  const { simulate } = accountReader(readerOf(chain));
  if (!simulate) throw refuse('callUnsimulated', { network: chain.name });
  try {
    return await simulate(call);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw chainRefusal(error, chain, () => refuse('callUnsimulated', { network: chain.name }));
  }
}

/** Of the account alone; what the node does not tell has changed nothing. */
export function changesOf({ moves = [] }: SimulatedCall, own: string): Changes {
  const changes = new Map<string, { out: bigint; in: bigint }>();
  for (const { contract, from, to, amount } of moves) {
    if (from === to || (from !== own && to !== own)) continue;
    const before = changes.get(contract) ?? { out: 0n, in: 0n };
    if (from === own) changes.set(contract, { ...before, out: before.out + amount });
    else changes.set(contract, { ...before, in: before.in + amount });
  }
  return changes;
}

/** In hundredths: prices move between the asking and the signature, and by this much nobody minds. */
const tolerance = 5n;
const isMore = (now: bigint, then: bigint): boolean => now * 100n > then * (100n + tolerance);
const isLess = (now: bigint, then: bigint): boolean => now * 100n < then * (100n - tolerance);

interface WatchedDeps extends Deps {
  readonly db: Db;
  readonly catalog: Catalog;
}

type Kept = Readonly<Record<string, { readonly out: string; readonly in: string }>>;

async function keptOf(db: Db, { id }: Order): Promise<Kept> {
  const row = await db.selectFrom('order_simulations').select('told').where('order_id', '=', id).executeTakeFirst();
  return row?.told ?? {};
}

/** The first thing by which it would do something else than when members were shown it, in words with their numbers; undefined where it would not. */
async function differenceOf(
  { db, catalog }: WatchedDeps,
  chain: ChainConfig,
  order: Order,
  simulated: SimulatedCall,
): Promise<string | undefined> {
  if (!simulated.success) return `it would fail: ${simulated.reason}`;
  if (!simulated.moves) return undefined;
  const [now, then] = [changesOf(simulated, order.address_from), await keptOf(db, order)];
  const outflows = await findOutflows(db, order);
  for (const asset of catalog.assetsOf(chain)) {
    const shown = (units: bigint): string => `${fromUnits(units, asset.decimals)} ${asset.symbol}`;
    const { out, in: came } = now.get(asset.contract) ?? { out: 0n, in: 0n };
    const before = then[asset.contract] ?? { out: '0', in: '0' };
    const most =
      asset.contract === '' ? order.amount : (outflows.find(({ asset_id }) => asset_id === asset.id)?.amount ?? 0n);
    if (out > most) return `${shown(out)} would leave, ${shown(most)} were agreed to`;
    if (isMore(out, BigInt(before.out))) return `${shown(out)} would leave instead of ${shown(BigInt(before.out))}`;
    if (isLess(came, BigInt(before.in))) return `${shown(came)} would come instead of ${shown(BigInt(before.in))}`;
  }
  return undefined;
}

/** Would an approved call, or deployment, do something else now than members were shown? @throws RpcError where the node does not say */
export async function changedSinceAsked(
  deps: WatchedDeps,
  chain: ChainConfig,
  order: Order,
): Promise<string | undefined> {
  const kind = findKind(order.kind);
  // A message makes no transaction that a node could try.
  const deploys = kind !== undefined && isDeploy({ kind: kind.intent });
  if ((!kind?.hasOutflows && !deploys) || kind.isSigned || !familyOf(chain).hasCalls) return undefined;
  const { simulate } = accountReader(deps.readerOf(chain));
  const made = deploys ? { to: '', data: initCodeOf(order) } : { to: order.address_to, data: dataOf(order) };
  const call = { from: order.address_from, amount: order.amount, ...made };
  const simulated = await simulate?.(call);
  return simulated && differenceOf(deps, chain, order, simulated);
}

import { type ChainConfig, familyOf } from '@holdfast/chains';
import { accountReader, type ChainReader, RpcError, type Simulation, type TriedCall } from '@holdfast/chains/rpc';
import { fromUnits } from '@holdfast/money';
import { dataOf, initCodeOf, isDeploy } from '@holdfast/policy';
import type { Catalog } from '../catalog.ts';
import { chainRefusal } from '../chains/refusal.ts';
import type { Db } from '../db/database.ts';
import { nftsSent } from '../nfts/service.ts';
import { refuse } from '../refuse.ts';
import { findKind } from './kinds/index.ts';
import type { Order } from './moves.ts';
import { findOutflows } from './outflows.ts';
import { thingsOf } from './told-things.ts';

/**
 * What the chain's node says that a call would do: before it is asked for, so that members see it and the order says how much leaves, and again before it is signed.
 * It is the node's word, and signers do not go by it.
 */
export type SimulatedCall = Simulation;

/** By contract ('' is the chain's own coin), base units that would leave the account and come to it. */
export type Changes = ReadonlyMap<string, { readonly out: bigint; readonly in: bigint }>;

interface Deps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}

/** @throws callUnsimulated, and as `chainRefusal` says */
export async function simulateCall(deps: Deps, chain: ChainConfig, call: TriedCall): Promise<SimulatedCall> {
  const { simulate } = accountReader(deps.readerOf(chain));
  if (!simulate) throw refuse('callUnsimulated', { network: chain.name });
  try {
    return await simulate(call, () => thingsOf(deps, chain, call));
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

/** One of a collection, in what is kept of a simulation: no contract has a blank in its address. */
const thingKey = (contract: string, tokenId: bigint): string => `nft ${contract} ${tokenId}`;

/** The collection and number of such a key. */
export function nftOf(key: string): { readonly contract: string; readonly tokenId: string } {
  const [, contract = '', tokenId = ''] = key.split(' ');
  return { contract, tokenId };
}

/** NFTs of the account alone, by collection and number. */
export function nftChangesOf({ nfts = [] }: SimulatedCall, own: string): Changes {
  const changes = new Map<string, { out: bigint; in: bigint }>();
  for (const { contract, tokenId, from, to, amount } of nfts) {
    if (from === to || (from !== own && to !== own)) continue;
    const key = thingKey(contract, tokenId);
    const before = changes.get(key) ?? { out: 0n, in: 0n };
    changes.set(key, from === own ? { ...before, out: before.out + amount } : { ...before, in: before.in + amount });
  }
  return changes;
}

/** In hundredths: prices move between the asking and the signature, and by this much nobody minds. */
const tolerance = 5n;
const isMore = (now: bigint, then: bigint): boolean => now * 100n > then * (100n + tolerance);
const isLess = (now: bigint, then: bigint): boolean => now * 100n < then * (100n - tolerance);

type Kept = Readonly<Record<string, { readonly out: string; readonly in: string }>>;

async function keptOf(db: Db, { id }: Order): Promise<Kept> {
  const row = await db.selectFrom('order_simulations').select('told').where('order_id', '=', id).executeTakeFirst();
  return row?.told ?? {};
}

/** The first NFT that would leave now, and neither did when members were shown it nor stands in the call that they agreed to. */
function nftDifference(order: Order, simulated: SimulatedCall, then: Kept): string | undefined {
  const said = new Map<string, bigint>();
  for (const { contract, tokenId, amount } of nftsSent(order)) {
    const key = thingKey(contract, tokenId);
    said.set(key, (said.get(key) ?? 0n) + amount);
  }
  for (const [key, { out }] of nftChangesOf(simulated, order.address_from)) {
    const before = BigInt(then[key]?.out ?? 0);
    const most = [before, said.get(key) ?? 0n].reduce((a, b) => (a > b ? a : b));
    const { contract, tokenId } = nftOf(key);
    if (out > most) return `${out} of NFT ${tokenId} of ${contract} would leave, ${most} were agreed to`;
  }
  return undefined;
}

/** Tokens that are counted nowhere here can be taken all the same: none leaves that did not when members were shown it. */
function strangeDifference(own: ReadonlySet<string>, now: Changes, then: Kept): string | undefined {
  for (const [contract, { out }] of now) {
    const before = BigInt(then[contract]?.out ?? 0);
    if (!own.has(contract) && isMore(out, before))
      return `${out} units of ${contract} would leave instead of ${before}`;
  }
  return undefined;
}

/** The first thing by which it would do something else than when members were shown it, in words with their numbers; undefined where it would not. */
async function differenceOf(
  { db, catalog }: Deps,
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
  const known = new Set(['', ...catalog.assetsOf(chain).map(({ contract }) => contract)]);
  return nftDifference(order, simulated, then) ?? strangeDifference(known, now, then);
}

/** Would an approved call, or deployment, do something else now than members were shown? @throws RpcError where the node does not say */
export async function changedSinceAsked(deps: Deps, chain: ChainConfig, order: Order): Promise<string | undefined> {
  const kind = findKind(order.kind);
  // A message makes no transaction that a node could try.
  const deploys = kind !== undefined && isDeploy({ kind: kind.intent });
  if ((!kind?.hasOutflows && !deploys) || kind.isSigned || !familyOf(chain).hasCalls) return undefined;
  const { simulate } = accountReader(deps.readerOf(chain));
  const made = deploys ? { to: '', data: initCodeOf(order) } : { to: order.address_to, data: dataOf(order) };
  const call = { from: order.address_from, amount: order.amount, ...made };
  const simulated = await simulate?.(call, () => thingsOf(deps, chain, call));
  return simulated && differenceOf(deps, chain, order, simulated);
}

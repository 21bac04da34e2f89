import { type ChainConfig, familyOf } from '@holdfast/chains';
import { takeOrdinals, type WholeTx } from '@holdfast/chains/ordinals';
import { utxoReader } from '@holdfast/chains/rpc';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { OrdinalDeps } from './deps.ts';
import { stateIn, unwindTo } from './state.ts';

/** This server's own index: it follows a chain block by block, each whole or not at all. */

type FollowDeps = Pick<OrdinalDeps, 'db' | 'readerOf'>;

/** Blocks taken in by one look. */
const mostAtOnce = 200;
/** How far a reorganisation is followed back. */
const keptBlocks = 2_000;

/** One process at a time. */
const lock = (tx: Tx, chain: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ordinals ' || ${chain}, 0))`.execute(tx);

interface Place {
  readonly height: number;
  readonly hash: string;
}
const lastOf = (db: Db, chain: string): Promise<Place | undefined> =>
  db
    .selectFrom('ordinal_blocks')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The highest block that node and index have in common. @throws Error where it is beyond what is kept */
async function forkOf({ db, readerOf }: FollowDeps, chain: ChainConfig): Promise<number> {
  const reader = readerOf(chain);
  const rows = await db
    .selectFrom('ordinal_blocks')
    .select(['height', 'hash'])
    .where('chain', '=', chain.id)
    .orderBy('height', 'desc')
    .limit(keptBlocks)
    .execute();
  for (const { height, hash } of rows) if ((await reader.header(height))?.hash === hash) return height;
  if (rows.length === keptBlocks)
    throw new Error(`${chain.id}: the index of inscriptions shares no block with the node`);
  return -1;
}

/** Takes the next block in. @returns whether there may be another */
async function takeNext(deps: FollowDeps, chain: ChainConfig, from: number): Promise<boolean> {
  const reader = utxoReader(deps.readerOf(chain));
  const { ordinals } = familyOf(chain);
  const last = await lastOf(deps.db, chain.id);
  const height = last ? last.height + 1 : from;
  if (!ordinals || !reader.whole || !reader.brought) throw new Error(`${chain.id}: nothing is inscribed there`);
  const block = await reader.whole(height);
  // A node that ends below us says nothing of what we have, unless it has another block in its place.
  if (!block) return last !== undefined && (await isElsewhere(deps, chain, last));
  if (last && block.parent !== last.hash) return goBack(deps, chain);
  const { hash, txs } = block;
  const brought = reader.brought;
  const known = new Map<string, Promise<readonly bigint[]>>();
  const valuesOf = (tx: WholeTx): Promise<readonly bigint[]> => {
    const asked = known.get(tx.txid) ?? brought(tx.txid, hash);
    known.set(tx.txid, asked);
    return asked;
  };
  await inTransaction(deps.db, async (tx) => {
    await lock(tx, chain.id);
    const now = await lastOf(tx, chain.id);
    if (now?.hash !== last?.hash) return;
    await takeOrdinals(stateIn(tx, chain.id, height), { height, txs, valuesOf, halving: ordinals.halving(chain) });
    await tx.insertInto('ordinal_blocks').values({ chain: chain.id, height, hash }).execute();
  });
  return true;
}

async function isElsewhere(deps: FollowDeps, chain: ChainConfig, last: Place): Promise<boolean> {
  const there = await deps.readerOf(chain).header(last.height);
  return there !== undefined && there.hash !== last.hash ? goBack(deps, chain) : false;
}

async function goBack(deps: FollowDeps, chain: ChainConfig): Promise<true> {
  const fork = await forkOf(deps, chain);
  await inTransaction(deps.db, async (tx) => {
    await lock(tx, chain.id);
    await unwindTo(tx, chain.id, fork);
  });
  return true;
}

/** Follows the node as far as it goes, at most some blocks. Safe to repeat, and to run in several processes. @throws RpcError */
export async function followOrdinals(deps: FollowDeps, chain: ChainConfig, from: number): Promise<void> {
  for (let n = 0; n < mostAtOnce; n++) if (!(await takeNext(deps, chain, from))) return;
}

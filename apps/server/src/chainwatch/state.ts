import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

export interface ChainPlace {
  readonly height: number | null;
  readonly tip: number | null;
}

/** Where the chain was followed to; the row is made when the chain is new. */
export async function readPlace(db: Db, chain: string): Promise<ChainPlace> {
  await db
    .insertInto('chain_state')
    .values({ chain, height: null, tip: null })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return db.selectFrom('chain_state').select(['height', 'tip']).where('chain', '=', chain).executeTakeFirstOrThrow();
}

/** The same, locked: blocks of one chain are taken in by one process at a time. */
export const lockPlace = (tx: Tx, chain: string): Promise<ChainPlace> =>
  tx
    .selectFrom('chain_state')
    .select(['height', 'tip'])
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const hashAt = async (db: Db, chain: string, height: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('chain_blocks')
      .select('hash')
      .where('chain', '=', chain)
      .where('height', '=', height)
      .executeTakeFirst()
  )?.hash;

export async function setPlace(
  db: Db,
  chain: string,
  place: {
    height?: number;
    tip?: number;
    state: 'following' | 'catching_up' | 'down';
    error?: string;
    problem?: string;
  },
): Promise<void> {
  await sql`update chain_state set state = ${place.state}, last_error = ${place.error ?? ''}, problem = ${place.problem ?? ''}, updated_at = now(),
      height = coalesce(${place.height ?? null}::bigint, height), tip = coalesce(${place.tip ?? null}::bigint, tip)
    where chain = ${chain}`.execute(db);
}

/** Blocks kept within reach of a reorganisation; a deeper one is beyond any chain's promise and stops the watcher. */
export const keptBlocks = 2_000;

export async function storeBlocks(
  tx: Tx,
  chain: string,
  blocks: readonly { height: number; hash: string; parent: string }[],
): Promise<void> {
  await sql`insert into chain_blocks (chain, height, hash, parent)
    select ${chain}, * from unnest(${blocks.map((b) => b.height)}::bigint[], ${blocks.map((b) => b.hash)}::text[],
      ${blocks.map((b) => b.parent)}::text[])`.execute(tx);
  await tx
    .deleteFrom('chain_blocks')
    .where('chain', '=', chain)
    .where('height', '<', (blocks.at(-1)?.height ?? 0) - keptBlocks)
    .execute();
}

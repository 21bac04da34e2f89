import { isAway, RpcError } from '@holdfast/chains/rpc';
import { type Selectable, sql } from 'kysely';
import { modelOf } from '../chains/models.ts';
import type { Spending } from '../chains/watching.ts';
import type { Database, Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { noteMined } from '../orders/mined.ts';
import { takeTransfers } from './blocks.ts';
import type { ChainDeps } from './deps.ts';
import { hashAt, lockPlace, readPlace, setPlace, storeBlocks } from './state.ts';
import type { WatchedSet } from './watched.ts';

/**
 * Blocks that were set aside. One block that cannot be taken in must not hide all that come after it, so after some tries the follower stores its header, as
 * of any block, and goes on. What it holds is not in the books until a later try takes it in: its deposits are credited then, its payments found mined then.
 * Until then the chain's books are incomplete, so reconciliation says only what no such block can explain. A reorganisation finds the header like any other
 * and takes the block away with what it sets aside; a block that comes back is new.
 */

export type Aside = Selectable<Database['blocks_aside']>;

/** Tries of one block before it is set aside. */
export const triesBeforeAside = 5;
/** More than these are no bad blocks but a bad node: then the follower waits until it gives them. */
export const asideMost = 10;
/** The pause after the first try, doubled with each: half a minute, at most an hour. */
const pauseSeconds = 30;
const longestSeconds = 3_600;

export const findAsides = (db: Db, chain: string): Promise<Aside[]> =>
  db.selectFrom('blocks_aside').selectAll().where('chain', '=', chain).orderBy('height').execute();

/** Notes that the block at this height is about to be taken in. Written first, so that a try that ends the process counts. @returns which try it is */
export async function beginTry(db: Db, chain: string, height: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update chain_state set trying = ${height}, tries = case when trying = ${height} then tries + 1 else 1 end
    where chain = ${chain} returning tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

/** Whether a timeout was the node's and not the block's: then it does not give the last block that was taken in either. */
async function givesNone({ db, chain, reader }: ChainDeps, watched: WatchedSet): Promise<boolean> {
  const aside = db.selectFrom('blocks_aside').select('height').where('chain', '=', chain.id);
  const stored = db.selectFrom('chain_blocks').select('hash').where('chain', '=', chain.id);
  const good = await stored.where('height', 'not in', aside).orderBy('height', 'desc').limit(1).executeTakeFirst();
  if (!good) return false;
  return reader.block(good.hash, { watch: watched }).then(
    (block) => block === undefined,
    () => true,
  );
}

/** Was it the node that failed, rather than the block that was asked for? */
export const isNodesFault = async (deps: ChainDeps, watched: WatchedSet, error: unknown): Promise<boolean> =>
  isAway(error) || (error instanceof RpcError && error.code === 'timeout' && (await givesNone(deps, watched)));

/** The try was none: it was not the block that failed. */
export const takeTryBack = (db: Db, chain: string) =>
  sql`update chain_state set tries = greatest(tries - 1, 0) where chain = ${chain}`.execute(db);

const lastError = async (db: Db, chain: string): Promise<string> =>
  (await db.selectFrom('chain_state').select('last_error').where('chain', '=', chain).executeTakeFirst())?.last_error ||
  'the process ended while it was taken in';

const fullText = (height: number): string =>
  `${asideMost} blocks are set aside already, and block ${height} cannot be taken in: `;

/**
 * Sets the next block aside. @returns whether it was: not when it is no longer the next one
 * @throws Error when too many are set aside already
 */
export async function setAside(deps: ChainDeps, height: number, tip: number): Promise<boolean> {
  const { db, chain, log } = deps;
  const header = await deps.reader.header(height);
  if (!header) return false;
  const error = await lastError(db, chain.id);
  const done = await inTransaction(db, async (tx) => {
    const place = await lockPlace(tx, chain.id);
    if (place.height !== height - 1 || (await hashAt(tx, chain.id, height - 1)) !== header.parent) return false;
    if ((await findAsides(tx, chain.id)).length >= asideMost)
      throw new Error(error.startsWith(fullText(height)) ? error : `${fullText(height)}${error}`);
    await storeBlocks(tx, chain.id, [header]);
    await tx.insertInto('blocks_aside').values({ chain: chain.id, height, hash: header.hash, error }).execute();
    await setPlace(tx, chain.id, { height, tip, state: height >= tip ? 'following' : 'catching_up' });
    await deps.recordAside(tx, {
      object: `chain:${chain.id}`,
      result: 'refused',
      detail: { height: String(height), error },
    });
    return true;
  });
  if (done)
    log.error(
      { chain: chain.id, height, hash: header.hash, error },
      'a block was set aside: what it holds is not in the books',
    );
  return done;
}

/** What the blocks after it spend of the block's own outputs: nobody saw that, as they were not in the books. */
async function spentSince(
  { reader }: ChainDeps,
  from: number,
  to: number,
  txids: ReadonlySet<string>,
): Promise<Spending[]> {
  const found: Spending[] = [];
  for (let at = from; at <= to; ) {
    const blocks = await reader.blocks(at, to, { watch: new Set() });
    const last = blocks.at(-1);
    if (!last) break;
    for (const { height, spent } of blocks)
      found.push({
        height,
        spent: spent.filter((outpoint) => txids.has(outpoint.slice(0, outpoint.lastIndexOf(':')))),
      });
    at = last.height + 1;
  }
  return found.filter(({ spent }) => spent.length > 0);
}

/**
 * Takes in a block that was set aside. @returns how many deposits it held, all of them new
 * @throws Error when that does not work, or the chain went on meanwhile: try again
 */
export async function takeAside(deps: ChainDeps, watched: WatchedSet, { height, hash }: Aside): Promise<number> {
  const { db, chain, reader, notifier, log } = deps;
  const block = await reader.block(hash, { watch: watched });
  if (block?.height !== height || (await reader.header(height))?.hash !== hash)
    throw new Error(`the node does not have block ${height} ${hash} in its chain`);
  const place = (await readPlace(db, chain.id)).height ?? 0;
  const paying = new Set(block.transfers.map(({ txid }) => txid));
  const later = reader.model === 'utxo' && paying.size > 0 ? await spentSince(deps, height + 1, place, paying) : [];
  const taken = await inTransaction(db, async (tx) => {
    if ((await lockPlace(tx, chain.id)).height !== place) throw new Error('the chain went on meanwhile');
    const row = tx.deleteFrom('blocks_aside').where('chain', '=', chain.id).where('height', '=', height);
    if ((await row.where('hash', '=', hash).executeTakeFirst()).numDeletedRows === 0n) return { found: [], mined: [] };
    const found = await takeTransfers(tx, deps, watched, block);
    await modelOf(chain).blocks.spent(tx, chain, [block, ...later]);
    const mined = await noteMined(tx, chain.id, [block]);
    await deps.recordAside(tx, {
      object: `chain:${chain.id}`,
      detail: { height: String(height), found: String(found.length) },
    });
    return { found, mined };
  });
  log.info({ chain: chain.id, height, found: taken.found.length }, 'a block that was set aside was taken in');
  for (const { workspace_id, id, sub_wallet_id } of taken.found) {
    notifier.changed(workspace_id, 'deposit', id);
    notifier.changed(workspace_id, 'balance', sub_wallet_id);
  }
  for (const { workspace_id, id } of taken.mined) notifier.changed(workspace_id, 'order', id);
  return taken.found.length;
}

/** Marks the next try before it is made, so that one that ends the process is not made again at once. */
const dueAside = async (db: Db, chain: string): Promise<Aside | undefined> => {
  const { rows } = await sql<Aside>`
    update blocks_aside set tries = tries + 1,
      next_at = now() + make_interval(secs => least(${longestSeconds}, ${pauseSeconds} * power(2, least(tries, 10))))
    where (chain, height) in (select chain, height from blocks_aside where chain = ${chain} and next_at <= now() order by next_at limit 1)
    returning *`.execute(db);
  return rows[0];
};

/** Tries the blocks whose time has come. A failure is kept with the block and ends nothing. @returns how many were tried */
export async function retryAsides(deps: ChainDeps, watched: WatchedSet): Promise<number> {
  const { db, chain, log } = deps;
  let tried = 0;
  for (let due = await dueAside(db, chain.id); due; due = await dueAside(db, chain.id)) {
    tried += 1;
    try {
      await takeAside(deps, watched, due);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      log.error(
        { err: error, chain: chain.id, height: due.height, tries: due.tries },
        'a block set aside cannot be taken in',
      );
      const row = db.updateTable('blocks_aside').set({ error: text.slice(0, 300) });
      await row.where('chain', '=', chain.id).where('height', '=', due.height).execute();
    }
  }
  return tried;
}

/**
 * Whether the next block, which failed too often, is read once more. It is where no more can be set aside: whenever the time of one of those has come, so at
 * least once an hour, and after that one was tried. The node may be well again, and nothing else would find out.
 */
export async function mayReadAgain(deps: ChainDeps, watched: WatchedSet): Promise<boolean> {
  if ((await findAsides(deps.db, deps.chain.id)).length < asideMost) return false;
  return (await retryAsides(deps, watched)) > 0;
}

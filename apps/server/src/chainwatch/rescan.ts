import type { ChainBlock } from '@holdfast/chains/rpc';
import { modelOf } from '../chains/models.ts';
import { inTransaction } from '../db/transaction.ts';
import { refuse } from '../refuse.ts';
import { findAsides, takeAside } from './aside.ts';
import { takeTransfers } from './blocks.ts';
import { creditFinal } from './credit.ts';
import type { ChainDeps } from './deps.ts';
import { hashAt, lockPlace } from './state.ts';
import type { WatchedSet } from './watched.ts';

export interface Rescanned {
  readonly blocks: number;
  /** Deposits that had been missed. */
  readonly found: number;
}
/** Blocks of one request. */
export const rescanMax = 5_000;
const batchMax = 200;

/** Takes a block in again as if it were new; what is known already stays as it is. Blocks that are not ours to know yet are left to the follower. */
async function retake(deps: ChainDeps, watched: WatchedSet, block: ChainBlock): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const { height } = await lockPlace(tx, deps.chain.id);
    const stored = await hashAt(tx, deps.chain.id, block.height);
    if (height === null || block.height > height || (stored !== undefined && stored !== block.hash)) return 0;
    const found = await takeTransfers(tx, deps, watched, block);
    await modelOf(deps.chain).blocks.spent(tx, deps.chain, [block]);
    for (const deposit of found) {
      deps.notifier.changed(deposit.workspace_id, 'deposit', deposit.id);
      deps.notifier.changed(deposit.workspace_id, 'balance', deposit.sub_wallet_id);
    }
    return found.length;
  });
}

async function credit(deps: ChainDeps): Promise<void> {
  const place = await deps.db
    .selectFrom('chain_state')
    .select('height')
    .where('chain', '=', deps.chain.id)
    .executeTakeFirst();
  if (place?.height != null) await creditFinal(deps, place.height);
}

/** Takes in those of the range that were set aside. @throws what still stands in the way */
async function takeAsides(deps: ChainDeps, watched: WatchedSet, from: number, to: number): Promise<number> {
  let found = 0;
  for (const aside of await findAsides(deps.db, deps.chain.id))
    if (aside.height >= from && aside.height <= to) found += await takeAside(deps, watched, aside);
  return found;
}

/** Looks at a range of blocks again, by the same code as the follower. @throws chainRefused where the node has none of them */
export async function rescanRange(deps: ChainDeps, watched: WatchedSet, from: number, to: number): Promise<Rescanned> {
  await watched.refresh(deps.db);
  let found = await takeAsides(deps, watched, from, to);
  let at = from;
  while (at <= to) {
    const blocks = await deps.reader.blocks(at, Math.min(to, at + batchMax - 1), { watch: watched });
    for (const block of blocks) found += await retake(deps, watched, block);
    const last = blocks.at(-1);
    if (!last) break;
    at = last.height + 1;
  }
  // What was not looked at must not pass for blocks in which nothing was found.
  if (at === from) throw refuse('chainRefused', { network: deps.chain.name, reason: `it has no block ${from}` });
  await credit(deps);
  return { blocks: at - from, found };
}

/** Looks at the block of one transaction again. @throws rescanNotFound where the node finds it in none */
export async function rescanTx(deps: ChainDeps, watched: WatchedSet, txid: string): Promise<Rescanned> {
  const status = await deps.reader.txStatus(txid);
  if (status.state === 'mined') return rescanRange(deps, watched, status.height, status.height);
  const reason = status.state === 'unknown' ? (status.reason ?? 'unknown') : 'it waits to be mined';
  throw refuse('rescanNotFound', { network: deps.chain.name, reason });
}

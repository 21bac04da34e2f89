import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockRef, type ChainBlock, RpcError } from '@holdfast/chains/rpc';
import { settleNfts } from '../nfts/service.ts';
import { wakeWaiting } from '../orders/wake.ts';
import { beginTry, isNodesFault, mayReadAgain, retryAsides, setAside, takeTryBack, triesBeforeAside } from './aside.ts';
import { type Taken, takeBlocks } from './blocks.ts';
import { creditFinal } from './credit.ts';
import type { ChainDeps } from './deps.ts';
import { hashAt, readPlace, setPlace } from './state.ts';
import { findFork, unwind } from './unwind.ts';
import type { WatchedSet } from './watched.ts';

/** Blocks fetched and taken in as one piece while catching up. */
const batchMax = 200;

function tell(deps: ChainDeps, watched: WatchedSet, taken: Taken & { state: 'taken' }): void {
  for (const deposit of taken.deposits) {
    deps.notifier.changed(deposit.workspace_id, 'deposit', deposit.id);
    deps.notifier.changed(deposit.workspace_id, 'balance', deposit.sub_wallet_id);
  }
  for (const order of taken.mined) deps.notifier.changed(order.workspace_id, 'order', order.id);
  for (const workspaceId of watched.workspaces()) deps.notifier.changed(workspaceId, 'chain', deps.chain.id);
}

/** Goes back to the last common block, when there is one to go back to. */
async function goBack(deps: ChainDeps, height: number, tip: number): Promise<void> {
  const fork = await findFork(deps, Math.min(height, tip));
  deps.log.warn({ chain: deps.chain.id, height, fork }, 'the chain was reorganised');
  for (const deposit of await unwind(deps, fork)) {
    deps.notifier.changed(deposit.workspace_id, 'deposit', deposit.id);
    deps.notifier.changed(deposit.workspace_id, 'balance', deposit.sub_wallet_id);
  }
  deps.wakeOrders();
}

/** A chain that is new to this installation is followed from its tip: no address of ours can be older. */
async function begin(deps: ChainDeps, watched: WatchedSet): Promise<number> {
  const tip = await deps.reader.tip();
  const block = await deps.reader.block(tip.hash, { watch: watched });
  if (!block) throw new Error('the tip went away');
  await takeBlocks(deps, watched, [block], tip.height);
  return tip.height;
}

async function afterBlocks(deps: ChainDeps, watched: WatchedSet, height: number): Promise<void> {
  try {
    await retryAsides(deps, watched);
    await creditFinal(deps, height);
    await settleNfts(deps, height);
  } finally {
    // Orders that wait for a height do not wait for deposits.
    if ((await wakeWaiting(deps.db, deps.chain.id, height - deps.chain.confirmations.withdraw + 1)) > 0)
      deps.wakeOrders();
  }
}

/** One try to take in what was read, or the first block of it. @returns the height reached; undefined when the blocks do not continue ours */
async function takePiece(
  deps: ChainDeps,
  watched: WatchedSet,
  blocks: readonly ChainBlock[],
  tip: number,
): Promise<number | undefined> {
  const last = blocks.at(-1);
  if (!last) return undefined;
  const taken = await takeBlocks(deps, watched, blocks, tip);
  if (taken.state === 'not_next') return undefined;
  tell(deps, watched, taken);
  return last.height;
}

/**
 * Takes blocks in from `from` until the tip; the next batch is fetched while this one is written. After a failure the next block is read and taken in by
 * itself, and after some it is set aside. Returns the height reached.
 */
async function catchUp(
  deps: ChainDeps,
  watched: WatchedSet,
  from: number,
  tip: number,
  signal: AbortSignal,
): Promise<number> {
  const { db, chain, reader } = deps;
  const fetch = (at: number, count = batchMax): Promise<readonly ChainBlock[]> => {
    const to = Math.min(tip, at + count - 1);
    const blocks = at > tip ? Promise.resolve([]) : reader.blocks(at, to, { watch: watched });
    // A failure is looked at when its turn comes.
    blocks.catch(() => undefined);
    return blocks;
  };
  let next = from;
  let coming: Promise<readonly ChainBlock[]> | undefined;
  while (next <= tip && !signal.aborted) {
    const tries = await beginTry(db, chain.id, next);
    if (tries > triesBeforeAside && !(await mayReadAgain(deps, watched))) {
      if (!(await setAside(deps, next, tip))) break;
      next += 1;
      continue;
    }
    const blocks: readonly ChainBlock[] = await (coming ?? fetch(next, tries === 1 ? batchMax : 1)).catch(
      async (error: unknown) => {
        if (await isNodesFault(deps, watched, error)) await takeTryBack(db, chain.id);
        throw error;
      },
    );
    const reached = next + blocks.length;
    coming = tries === 1 ? fetch(reached) : undefined;
    if ((await takePiece(deps, watched, blocks, tip)) === undefined) {
      // A node that is behind, or on another branch: that says nothing of the block.
      await takeTryBack(db, chain.id);
      break;
    }
    next = reached;
  }
  await coming?.catch(() => undefined);
  return next - 1;
}

/**
 * How the node stands to the blocks we have. One that ends below them and says nothing else of them is merely behind (it was restarted, or is
 * another one behind a load balancer): that takes nothing back.
 */
async function standing(deps: ChainDeps, height: number, tip: BlockRef): Promise<'continues' | 'behind' | 'differs'> {
  const stored = await hashAt(deps.db, deps.chain.id, Math.min(height, tip.height));
  const here = tip.height <= height ? tip.hash : (await deps.reader.header(height))?.hash;
  if (stored !== undefined && here !== undefined && here !== stored) return 'differs';
  return tip.height < height || here === undefined ? 'behind' : 'continues';
}

/** One look at a chain: unwind what was reorganised, take in what is new, credit what is final. Safe to repeat, and to run in two processes. */
export async function followOnce(deps: ChainDeps, watched: WatchedSet, signal: AbortSignal): Promise<void> {
  // First of all, so that a node that is away from the beginning has a state to show.
  const place = await readPlace(deps.db, deps.chain.id);
  const tip = await deps.reader.tip();
  // After the tip: an address made while the node thought about it may be paid in a block up to that tip.
  await watched.refresh(deps.db);
  const height = place.height ?? (await begin(deps, watched));
  const node = await standing(deps, height, tip);
  if (node === 'behind') return setPlace(deps.db, deps.chain.id, { tip: tip.height, state: 'catching_up' });
  if (node === 'differs') return goBack(deps, height, tip.height);
  const reached = tip.height > height ? await catchUp(deps, watched, height + 1, tip.height, signal) : height;
  await setPlace(deps.db, deps.chain.id, {
    tip: tip.height,
    state: reached >= tip.height ? 'following' : 'catching_up',
  });
  await afterBlocks(deps, watched, reached);
}

const pauseMs = 500;
const longestPauseMs = 30_000;

/** Follows one chain until stopped. A node that does not answer is asked ever more rarely, and the state says so. */
export function follow(deps: ChainDeps, watched: WatchedSet): () => Promise<void> {
  const end = new AbortController();
  let failures = 0;
  async function turn(): Promise<number> {
    try {
      await followOnce(deps, watched, end.signal);
      failures = 0;
      return pauseMs;
    } catch (error) {
      failures++;
      const text = error instanceof Error ? error.message : String(error);
      deps.log.warn({ err: error, chain: deps.chain.id, failures }, 'chain not followed');
      const problem = error instanceof RpcError ? error.code : 'other';
      const down = { state: 'down', problem, error: text.slice(0, 300) } as const;
      await setPlace(deps.db, deps.chain.id, down).catch(() => undefined);
      if (failures === 1)
        for (const workspaceId of watched.workspaces()) deps.notifier.changed(workspaceId, 'chain', deps.chain.id);
      return Math.min(longestPauseMs, pauseMs * 2 ** Math.min(failures, 10));
    }
  }
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const pause = await turn();
      await sleep(pause, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    }
  };
  const done = loop();
  return async () => {
    end.abort();
    await done;
  };
}

import type { ChainConfig } from '@holdfast/chains';
import { RpcError } from '@holdfast/chains/rpc';
import type { WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../audit/service.ts';
import type { Asset, Coin } from '../catalog.ts';
import { chainRefusal } from '../chains/refusal.ts';
import { gathered } from '../db/gathering.ts';
import { inTransaction } from '../db/transaction.ts';
import { findDrift, unfreezeAsset } from '../ledger/service.ts';
import { refuse } from '../refuse.ts';
import type { ChainDeps, WatchDeps } from './deps.ts';
import { follow } from './follow.ts';
import { checkJournal, compare, reconcile, type Turn } from './reconcile.ts';
import { rescanMax, rescanRange, rescanTx } from './rescan.ts';
import { createWatchedSet, findWatched, type Watched, type WatchedSet } from './watched.ts';

export type { Deposit } from './deposits.ts';
export type { WatchDeps } from './deps.ts';
export type { Watched } from './watched.ts';

export type ChainWatch = ReturnType<typeof createChainWatch>;

const reconcileEveryMs = 10_000;
/** In rounds: once a minute; and all of it, not only what is new, after a start and once a day. */
const journalEvery = 6;
const wholeJournalEvery = journalEvery * 60 * 24;

interface Followed {
  readonly deps: ChainDeps;
  readonly watched: WatchedSet;
  /** The address of ours with this spelling. */
  readonly find: (address: string) => Promise<Watched | undefined>;
  readonly turn: Turn;
}

/** For whoever waits for the answer, a node that gives none is a refusal and no fault of ours. */
async function asked<T>(chain: ChainConfig, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = error.message;
    throw chainRefusal(error, chain, () => refuse('chainRefused', { network: chain.name, reason }));
  }
}

/** Lifts a freeze, if books, journal and chain agree about the asset everywhere in the workspace. @throws transfersSuspended */
async function unfreeze(
  deps: ChainDeps,
  { workspaceId, asset }: { readonly workspaceId: WorkspaceId; readonly asset: Asset },
  record: Recorder,
): Promise<void> {
  const { db, chain } = deps;
  const { id: assetId, symbol } = asset;
  if ((await findDrift(db, { workspaceId, assetId })).length > 0) throw refuse('transfersSuspended', { symbol });
  const places = await db
    .selectFrom('balances')
    .select(['workspace_id', 'sub_wallet_id'])
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', '=', assetId)
    .execute();
  for (const place of places)
    if ((await asked(chain, compare(deps, asset, place))) !== 'agrees') throw refuse('transfersSuspended', { symbol });
  await inTransaction(db, async (tx) => {
    await record(tx, await unfreezeAsset(tx, workspaceId, assetId));
  });
}

/** Follows every chain, holds the books against them, and answers what is known about addresses of ours. */
export function createChainWatch(deps: WatchDeps) {
  const followed = new Map<string, Followed>(
    deps.catalog.chains.map((chain) => [
      chain.id,
      {
        deps: { ...deps, chain, reader: deps.readerOf(chain) },
        watched: createWatchedSet(chain.id),
        find: gathered((addresses) => findWatched(deps.db, chain.id, addresses)),
        turn: new Map(),
      },
    ]),
  );
  const of = (chainId: string): Followed => {
    const found = followed.get(chainId);
    if (!found) throw refuse('invalidParameters', { field: 'chain_id' });
    return found;
  };

  let round = 0;
  async function reconcileAll(): Promise<void> {
    if (round % journalEvery === 0)
      await checkJournal(deps, round % wholeJournalEvery === 0 ? 'all' : 'new').catch((error: unknown) =>
        deps.log.error({ err: error }, 'balances not held against their journal'),
      );
    round += 1;
    for (const { deps: chainDeps, turn } of followed.values())
      await reconcile(chainDeps, turn).catch((error: unknown) =>
        deps.log.warn({ err: error, chain: chainDeps.chain.id }, 'not reconciled'),
      );
  }

  return {
    /** The address of ours with this spelling, whoever's it is. */
    addressOf: (chain: ChainConfig, address: string): Promise<Watched | undefined> => of(chain.id).find(address),
    reconcile: reconcileAll,
    async rescan(chainId: string, range: { from: number; to: number } | { txid: string }) {
      const { deps: chainDeps, watched } = of(chainId);
      if ('txid' in range) return asked(chainDeps.chain, rescanTx(chainDeps, watched, range.txid));
      if (range.from < 0 || range.to < range.from || range.to - range.from >= rescanMax)
        throw refuse('tooManyRows', { max: rescanMax });
      return asked(chainDeps.chain, rescanRange(chainDeps, watched, range.from, range.to));
    },
    unfreeze: (workspaceId: WorkspaceId, { chain, asset }: Coin, record: Recorder) =>
      unfreeze(of(chain.id).deps, { workspaceId, asset }, record),
    /** Starts following every chain; returns the call that ends it. */
    start(
      repeat: (work: () => Promise<void>, everyMs: number, onError: (error: unknown) => void) => () => Promise<void>,
    ): () => Promise<void> {
      const stops = [...followed.values()].map(({ deps: chainDeps, watched }) => follow(chainDeps, watched));
      stops.push(repeat(reconcileAll, reconcileEveryMs, (error) => deps.log.warn({ err: error }, 'not reconciled')));
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
}

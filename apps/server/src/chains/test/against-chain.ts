import type { ChainConfig } from '@holdfast/chains';
import { balanceReader, readerOf } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type Random, randomFrom } from '@holdfast/testkit/random';
import { expect } from 'vitest';
import type { ChainDeps } from '../../chainwatch/deps.ts';
import { followOnce } from '../../chainwatch/follow.ts';
import { silent } from '../../chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../../chainwatch/watched.ts';
import type { Db } from '../../db/database.ts';
import { createNotifier } from '../../jobs/notifier.ts';
import { findDrift, findFreezes } from '../../ledger/service.ts';
import { balanceOf, catalogIn } from '../../ledger/test/assets.ts';

const quiet = () => undefined;

/** What looks at a chain's blocks for what is ours, and one look of it, as often as it is called. */
export async function watcherOf(db: Db, chain: ChainConfig) {
  const reader = readerOf(chain);
  const deps: ChainDeps = {
    db,
    catalog: await catalogIn(db, [chain]),
    chain,
    reader,
    readerOf: () => reader,
    notifier: createNotifier(db, quiet),
    log: { info: quiet, warn: quiet, error: quiet },
    recordAside: silent,
    wakeOrders: quiet,
  };
  const watched = createWatchedSet(chain.id);
  const follow = async (): Promise<void> => void (await followOnce(deps, watched, new AbortController().signal));
  return { deps, watched, follow };
}

/** A sub-wallet whose books have to say what the chain holds at its address. */
interface Place {
  readonly workspaceId: WorkspaceId;
  readonly subWallet: SubWalletId;
  readonly address: string;
}
interface Course {
  readonly db: Db;
  readonly chain: ChainConfig;
  readonly places: readonly Place[];
  readonly seed: number;
  /** How many turns that count are made. */
  readonly count: number;
  /** Something happens. @returns how much of it counts */
  turn(random: Random): Promise<number> | number;
  /** Brings all that is on its way to its end; the watcher looks with `follow`. */
  settle(follow: () => Promise<void>): Promise<void>;
}

/** Lets things happen to a chain, looks at it now and then, and holds the books against it at random moments and at the end. */
export async function holdAgainstChain({ db, chain, places, seed, count, turn, settle }: Course): Promise<void> {
  const random = randomFrom(seed);
  const { follow } = await watcherOf(db, chain);
  const reader = balanceReader(readerOf(chain));
  const agree = async (at: string): Promise<void> => {
    await settle(follow);
    for (const { workspaceId, subWallet, address } of places)
      for (const asset of chain.assets) {
        const { available, held: dust, frozen } = await balanceOf(db, workspaceId, subWallet, asset.symbol);
        const there = await reader.balance(address, asset);
        expect([at, asset.symbol, available + dust, frozen]).toEqual([at, asset.symbol, there, 0n]);
      }
    expect(await findDrift(db)).toEqual([]);
  };
  // It begins at the tip: what waits now is the first that it sees.
  await follow();
  await agree('the beginning');
  let done = 0;
  while (done < count) {
    done += await turn(random);
    if (random.next() < 0.5) await follow();
    if (random.next() < 0.01) await agree(`${done}`);
  }
  await agree('the end');
  for (const { workspaceId } of places) expect(await findFreezes(db, workspaceId)).toEqual([]);
}

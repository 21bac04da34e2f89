import { orderStatus } from '@holdfast/contract';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { orderStep } from '../spans.ts';
import { createClaim, workOnAwaitingApproval } from './announce.ts';
import { bumpWaiting } from './bumps.ts';
import type { OrderDeps, SignDeps } from './deps.ts';
import { type AlsoTake, followFeeds } from './feeds.ts';
import { createKeys } from './keys.ts';
import type { Order } from './moves.ts';
import { payOrder } from './pay.ts';
import { claimOrders } from './queries.ts';
import { paced, type Recall } from './recall.ts';
import { claimReclaimable, reclaim } from './reclaim.ts';
import { signOrder } from './sign.ts';
import { claimUnsettled, settleAtSigners, type Unsettled } from './stand.ts';
import { standForUsed } from './used.ts';

/** What workers do with an order, by its status and what it holds. */
type Work = keyof typeof concurrency | 'settle';
/**
 * Whose turn it may be once a step is done. The worker itself looks again anyway, and every one of them now and then: soon enough for what few payments leave
 * behind, nonces and coins that come free.
 */
const follows: Readonly<Record<keyof typeof concurrency, readonly Work[]>> = {
  announce: [],
  sign: ['pay'],
  pay: ['sign', 'settle'],
  free: ['sign'],
};

export interface OrderWorkers {
  /** Some order may have something to do now: for one of the workers, by name, or for any. */
  wake(work?: string): void;
  stop(): Promise<void>;
}

/** Sessions at once: enough to keep both signers' cores busy while others wait for a disk or the wire. */
const concurrency = { announce: 24, sign: 6, pay: 8, free: 4 } as const;
const idleMs = 500;
/** Signers are told of those that were sent within this time by one message. */
const gatherMs = 100;
/** How often rules are looked at by which payments that wait are sent once more. */
const bumpMs = 5_000;
/** How often the chains are asked about ended payments that signers take for open. */
const usedMs = 60_000;

/**
 * Moves orders on: one worker per status claims due orders under a lease and does one step that may be done again. Any number of server
 * processes may run them; a process that is killed leaves a lease that runs out (docs/decisions/0006).
 */
export function startOrderWorkers(
  deps: OrderDeps,
  alsoTake: AlsoTake = async () => undefined,
  recall: Recall = async () => undefined,
): OrderWorkers {
  const signing: SignDeps = { ...deps, keyAt: createKeys(deps.db) };
  const workers = new Map<Work, Worker>();
  const wake = (work?: string): void => {
    for (const [name, worker] of workers) if (work === undefined || work === name) worker.wake();
  };
  type Claim = (n: number) => Promise<Order[]>;
  const start = (name: keyof typeof concurrency, claim: Claim, step: (order: Order) => Promise<void>): void => {
    const work = async (order: Order): Promise<void> => {
      await orderStep(name, order, () => step(order));
      for (const next of follows[name]) wake(next);
    };
    const onError = (error: unknown): void => deps.log.error({ err: error, worker: name }, 'order worker');
    workers.set(name, startWorker({ name, concurrency: concurrency[name], idleMs, claim, work, onError }));
  };
  const at =
    (status: number): Claim =>
    (n) =>
      claimOrders(deps.db, status, n);
  start('announce', createClaim(deps), (order) => workOnAwaitingApproval(deps, order));
  start('sign', at(orderStatus.awaitingSignature), (order) => signOrder(signing, order));
  start('pay', at(orderStatus.paying), (order) => payOrder(signing, order));
  start(
    'free',
    (n) => claimReclaimable(deps.db, n),
    (order) => reclaim(deps, order),
  );
  const settling = (settled: Unsettled): Promise<void> => settleAtSigners(deps, settled);
  const onError = (error: unknown): void => deps.log.error({ err: error, worker: 'settle' }, 'order worker');
  const claim = (): Promise<Unsettled[]> => claimUnsettled(deps.db);
  workers.set(
    'settle',
    startWorker({ name: 'settle', concurrency: 1, idleMs, gatherMs, claim, work: settling, onError }),
  );
  const recalls = paced(recall, deps.clock);
  const look = async (): Promise<readonly never[]> => {
    await standForUsed({ ...deps, recall: recalls });
    return [];
  };
  const bump = async (): Promise<readonly never[]> => {
    if ((await bumpWaiting(deps)) > 0) wake('sign');
    return [];
  };
  const aside = { concurrency: 1, work: async () => undefined, onError } as const;
  const used = startWorker({ ...aside, name: 'used', idleMs: usedMs, claim: look });
  const bumps = startWorker({ ...aside, name: 'bump', idleMs: bumpMs, claim: bump });
  const stopFeeds = followFeeds(deps, alsoTake, () => wake('sign'));
  return {
    wake,
    async stop() {
      await Promise.all([
        stopFeeds(),
        used.stop(),
        bumps.stop(),
        ...[...workers.values()].map((worker) => worker.stop()),
      ]);
    },
  };
}

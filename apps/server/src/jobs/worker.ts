import { setTimeout as sleep } from 'node:timers/promises';

export interface WorkerPlan<T> {
  readonly name: string;
  /** How many at once. */
  readonly concurrency: number;
  /** How long to wait when there was nothing to do. */
  readonly idleMs: number;
  /** How long it lets gather what comes together once it is woken, so that one claim takes it. */
  readonly gatherMs?: number;
  /** Takes up to `n` pieces of work that nobody else has. */
  readonly claim: (n: number) => Promise<readonly T[]>;
  /** Does one piece; it may have been done before, wholly or in part. */
  readonly work: (item: T) => Promise<void>;
  readonly onError: (error: unknown, name: string) => void;
}
export interface Worker {
  /** There may be something to do now. */
  wake(): void;
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>;
}

const afterErrorMs = 1_000;

/** Keeps up to `concurrency` pieces of work going until it is stopped. */
export function startWorker<T>(plan: WorkerPlan<T>): Worker {
  const running = new Set<Promise<void>>();
  const gatherMs = plan.gatherMs ?? 0;
  let ended = false;
  let endNap = (): void => undefined;
  let woken = false;
  /** A job has ended since the last claim began, and may have made new work. */
  let oneEnded = false;

  /** Until `wake`, `stop` or that time. A plain timer: an `AbortSignal` a nap was a hundredth of a busy server's work. */
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken || ended) return resolve();
      const timer = setTimeout(resolve, ms);
      timer.unref();
      endNap = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  function start(item: T): void {
    const job = plan
      .work(item)
      .catch((error: unknown) => plan.onError(error, plan.name))
      .finally(() => {
        running.delete(job);
        oneEnded = true;
      });
    running.add(job);
  }
  async function turn(): Promise<void> {
    const free = plan.concurrency - running.size;
    if (free <= 0) {
      await Promise.race(running);
      return;
    }
    woken = false;
    oneEnded = false;
    const items = await plan.claim(free);
    items.forEach(start);
    // Where there was less than it would have taken, there is no more until somebody says so, or a job ends.
    if (items.length >= free || oneEnded) return;
    await Promise.race([rest(plan.idleMs), ...running]);
    if (woken && gatherMs > 0) await sleep(gatherMs);
  }
  async function loop(): Promise<void> {
    while (!ended) {
      try {
        await turn();
      } catch (error) {
        plan.onError(error, plan.name);
        await rest(afterErrorMs);
      }
    }
    await Promise.allSettled(running);
  }
  const done = loop();
  return {
    wake() {
      woken = true;
      endNap();
    },
    async stop() {
      ended = true;
      endNap();
      await done;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { startWorker, type Worker, type WorkerPlan } from './worker.ts';

/** Longer than any test takes: what is done was woken for. */
const never = 3_600_000;
const running: Worker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

/** A worker over a queue in memory. */
function over(queue: number[], plan: Partial<WorkerPlan<number>> = {}) {
  const [claims, done, errors]: [number[], number[], unknown[]] = [[], [], []];
  const claim = async (n: number): Promise<number[]> => {
    claims.push(n);
    return queue.splice(0, n);
  };
  const work = async (item: number): Promise<void> => void done.push(item);
  const onError = (error: unknown): void => void errors.push(error);
  const worker = startWorker({ name: 'test', concurrency: 2, idleMs: never, claim, work, onError, ...plan });
  running.push(worker);
  return { worker, claims, done, errors };
}

test('takes all that is there without being woken, and no more at once than it may', async () => {
  let [now, most] = [0, 0];
  const work = async (): Promise<void> => {
    most = Math.max(most, ++now);
    await sleep(2);
    now -= 1;
  };
  const queue = Array.from({ length: 20 }, (_, n) => n);
  over(queue, { concurrency: 3, work });
  await expect.poll(() => queue.length).toBe(0);
  await expect.poll(() => now).toBe(0);
  expect(most).toBe(3);
});

test('rests where there is nothing, until it is woken or its time is over', async () => {
  const queue: number[] = [];
  const { worker, claims, done } = over(queue);
  await expect.poll(() => claims.length).toBe(1);
  queue.push(7);
  await sleep(20);
  expect(done).toEqual([]);
  worker.wake();
  await expect.poll(() => done).toEqual([7]);
  const other = over(queue, { idleMs: 5 });
  queue.push(8);
  await expect.poll(() => [...done, ...other.done]).toContain(8);
});

test('being woken while it claims is not missed', async () => {
  const queue: number[] = [];
  let first = true;
  const claim = async (n: number): Promise<number[]> => {
    if (!first) return queue.splice(0, n);
    first = false;
    await sleep(0);
    // Nothing was there when it looked; then something came.
    queue.push(1);
    worker.wake();
    return [];
  };
  const { worker, done } = over(queue, { claim });
  await expect.poll(() => done).toEqual([1]);
});

test('looks again when a job has ended: that may have made work', async () => {
  const queue = [1];
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    done.push(item);
    if (item < 5) queue.push(item + 1);
  };
  over(queue, { work });
  await expect.poll(() => done).toEqual([1, 2, 3, 4, 5]);
});

test('what comes together once it is woken is taken by one claim', async () => {
  const queue: number[] = [];
  const { worker, claims, done } = over(queue, { concurrency: 100, gatherMs: 40 });
  await expect.poll(() => claims.length).toBe(1);
  for (let n = 0; n < 10; n++) {
    queue.push(n);
    worker.wake();
    await sleep(1);
  }
  await expect.poll(() => done.length).toBe(10);
  expect(claims.length).toBeLessThanOrEqual(3);
});

test('a job that fails is told, and neither it nor a claim that fails ends the worker', async () => {
  const queue = [1, 2, 3];
  const work = async (item: number): Promise<void> => {
    if (item === 2) throw new Error('a job');
  };
  const jobs = over(queue, { work });
  await expect.poll(() => queue.length).toBe(0);
  await expect.poll(() => jobs.errors).toEqual([new Error('a job')]);

  let broken = true;
  const claim = async (n: number): Promise<number[]> => {
    if (broken) throw new Error('a claim');
    return queue.splice(0, n);
  };
  const claims = over(queue, { claim });
  await expect.poll(() => claims.errors).toEqual([new Error('a claim')]);
  broken = false;
  queue.push(4);
  claims.worker.wake();
  await expect.poll(() => claims.done).toEqual([4]);
});

test('to stop it waits for what is under way, and takes nothing more', async () => {
  const queue = [1, 2, 3];
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    await sleep(30);
    ended.push(item);
  };
  const { worker } = over(queue, { work });
  await expect.poll(() => queue).toEqual([3]);
  await worker.stop();
  expect(ended).toEqual([1, 2]);
  expect(queue).toEqual([3]);
});

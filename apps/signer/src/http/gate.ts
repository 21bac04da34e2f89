import { refuse } from '../errors.ts';

/**
 * A queue for work that costs: one piece a turn of the event loop, each client's in its order, and the clients in turn. So what one client sends delays
 * another's by one piece, and whatever does not stand in this queue by one piece as well.
 */
export interface Gate {
  /** @throws Refusal rateLimited when the queue is full and nobody has more in it than this client; else the one with the most loses its newest */
  run<T>(client: string, work: () => T | Promise<T>): Promise<T>;
}

interface Job {
  start(): void;
  drop(): void;
}

export function createGate(maxWaiting: number): Gate {
  const queues = new Map<string, Job[]>();
  let waiting = 0;
  let scheduled = false;

  const schedule = (): void => {
    if (scheduled || waiting === 0) return;
    scheduled = true;
    setImmediate(turn);
  };

  function turn(): void {
    scheduled = false;
    const [next] = queues;
    if (!next) return;
    const [client, queue] = next;
    const job = queue.shift();
    // To the end: the others come first.
    queues.delete(client);
    if (queue.length > 0) queues.set(client, queue);
    waiting -= 1;
    schedule();
    job?.start();
  }

  function makeRoom(client: string): void {
    const own = queues.get(client)?.length ?? 0;
    let longest: Job[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) throw refuse('rateLimited', 'the queue is full');
    longest.pop()?.drop();
    waiting -= 1;
  }

  return {
    run: async (client, work) => {
      if (waiting >= maxWaiting) makeRoom(client);
      return new Promise((resolve, reject) => {
        const job: Job = {
          start: () => {
            try {
              resolve(work());
            } catch (error) {
              reject(error);
            }
          },
          drop: () => reject(refuse('rateLimited', 'the queue is full')),
        };
        const queue = queues.get(client);
        if (queue) queue.push(job);
        else queues.set(client, [job]);
        waiting += 1;
        schedule();
      });
    },
  };
}

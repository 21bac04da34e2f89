import { Worker } from 'node:worker_threads';

/** Has snapshots written beside the signer: one at a time, and once more when it was asked for meanwhile. */
export interface Compactor {
  run(): void;
  /** Ends what is under way: what it had not written whole is not there. */
  stop(): Promise<void>;
}

interface CompactorOptions {
  readonly dir: string;
  readonly passphrase: string;
  readonly onCompactFailure?: (error: unknown) => void;
}

export function createCompactor({ dir, passphrase, onCompactFailure = () => undefined }: CompactorOptions): Compactor {
  let worker: Worker | undefined;
  let again = false;
  let stopped = false;

  function run(): void {
    if (stopped) return;
    again = worker !== undefined;
    if (worker) return;
    const started = new Worker(new URL('./compact-worker.ts', import.meta.url), { workerData: { dir, passphrase } });
    worker = started;
    started.on('error', onCompactFailure);
    started.once('exit', () => {
      worker = undefined;
      if (again) run();
    });
    started.unref();
  }

  return {
    run,
    stop: async () => {
      stopped = true;
      await worker?.terminate();
    },
  };
}

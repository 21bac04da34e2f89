import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` every `everyMs` until `stop` is called; a failing round is reported and the next one runs. */
export function repeat(
  work: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const end = new AbortController();
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await work().catch(onError);
      await sleep(everyMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    }
  };
  const done = loop();
  return async () => {
    end.abort();
    await done;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Signer } from './client.ts';
import type { SignerHealth } from './types.ts';

export interface SignerState {
  readonly signer: Signer;
  /** The last answer, null when the signer did not give one. */
  readonly health: SignerHealth | null;
}
export interface SignerMonitor {
  /** What every signer says, at most `maxAgeMs` old. */
  look(maxAgeMs: number): Promise<readonly SignerState[]>;
}

/** Asks all signers for their health at once; callers in the same moment share one round. */
export function createSignerMonitor(signers: readonly Signer[]): SignerMonitor {
  let last: { at: number; states: Promise<readonly SignerState[]> } | undefined;
  const ask = async (signer: Signer): Promise<SignerState> => {
    try {
      return { signer, health: await signer.call('health', {}) };
    } catch {
      return { signer, health: null };
    }
  };
  return {
    look(maxAgeMs) {
      const at = performance.now();
      if (!last || at - last.at > maxAgeMs) last = { at, states: Promise.all(signers.map(ask)) };
      return last.states;
    },
  };
}

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

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

/** How old what is known of a freeze may be where something could take effect at once. */
const freezeAgeMs = 1_000;
const freezeWaitMs = 300;

/** Has a signer been told to stop? Then nothing is instant. */
export const isFrozen = async (monitor: SignerMonitor): Promise<boolean> =>
  (await monitor.look(freezeAgeMs)).some(({ health }) => health?.frozen);

/** The same for whoever cannot wait: of a signer that does not answer nothing is known. What it is asked to sign later, it refuses by itself. */
export const isKnownFrozen = (monitor: SignerMonitor): Promise<boolean> =>
  Promise.race([isFrozen(monitor), sleep(freezeWaitMs, false, { ref: false })]);

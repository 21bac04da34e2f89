import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Signer } from './client.ts';
import type { SignerHealth } from './types.ts';

export interface SignerState {
  readonly signer: Signer;
  /** The last answer, null when the signer did not give one. */
  readonly health: SignerHealth | null;
}
/** What is remembered of a signer's answers, by this server's clock. */
export interface Heard {
  /** The last answer, and when it came. */
  readonly last: { readonly at: Date; readonly health: SignerHealth; readonly clockMs: number | null } | undefined;
  /** When it was first asked in vain since then. */
  readonly silentSince: Date | undefined;
}
export interface SignerMonitor {
  /** What every signer says, at most `maxAgeMs` old. */
  look(maxAgeMs: number): Promise<readonly SignerState[]>;
  /** The same for whoever looks at it and cannot wait for one that is silent: of that nothing is said, or what it said last. */
  shown(maxAgeMs: number): Promise<readonly SignerState[]>;
  /** Ids of those that did not answer when they were last asked; for whoever cannot wait. It has them asked again. */
  silent(): ReadonlySet<string>;
  /** What is remembered of the signer of this id, without asking it. */
  heard(id: string): Heard;
}

/** How old what is known of a signer's silence may be before it is asked again. */
const silenceAgeMs = 5_000;

/** So long a page waits for signers of which something is known. One that hangs is known to be silent only after seconds. */
const shownWaitMs = 500;

const never: Heard = { last: undefined, silentSince: undefined };

/** How far the signer's clock is before ours: what it said, against the middle of the call. */
function clockOf({ time }: SignerHealth, asked: Date, answered: Date): number | null {
  return Number.isFinite(time) ? Math.round(time - (asked.getTime() + answered.getTime()) / 2) : null;
}

/** Asks all signers for their health at once; callers in the same moment share one round. */
export function createSignerMonitor(signers: readonly Signer[], clock: Clock): SignerMonitor {
  const heard = new Map<string, Heard>();
  const memoryOf = (id: string): Heard => heard.get(id) ?? never;
  let last: { at: number; states: Promise<readonly SignerState[]> } | undefined;
  let silent: ReadonlySet<string> = new Set();
  const ask = async (signer: Signer): Promise<SignerState> => {
    const asked = clock();
    try {
      const health = await signer.call('health', {});
      const at = clock();
      heard.set(signer.id, { last: { at, health, clockMs: clockOf(health, asked, at) }, silentSince: undefined });
      return { signer, health };
    } catch {
      const { last, silentSince = asked } = memoryOf(signer.id);
      heard.set(signer.id, { last, silentSince });
      return { signer, health: null };
    }
  };
  const askAll = async (): Promise<readonly SignerState[]> => {
    const states = await Promise.all(signers.map(ask));
    silent = new Set(states.filter(({ health }) => health === null).map(({ signer }) => signer.id));
    return states;
  };
  const look = (maxAgeMs: number): Promise<readonly SignerState[]> => {
    const at = performance.now();
    if (!last || at - last.at > maxAgeMs) last = { at, states: askAll() };
    return last.states;
  };
  const remembered = (): readonly SignerState[] =>
    signers.map((signer) => {
      const { last, silentSince } = memoryOf(signer.id);
      return { signer, health: silentSince ? null : (last?.health ?? null) };
    });
  return {
    look,
    shown(maxAgeMs) {
      const looked = look(maxAgeMs);
      if (signers.some(({ id }) => !heard.has(id))) return looked;
      return Promise.race([looked, sleep(shownWaitMs, undefined, { ref: false }).then(remembered)]);
    },
    heard: memoryOf,
    silent() {
      void look(silenceAgeMs);
      return silent;
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

import { statfsSync } from 'node:fs';
import { refuse } from './errors.ts';
import type { Log } from './log.ts';

/** `low`: the operator is told. `full`: nothing new is taken, so that what is under way, refusals and freezes can still be written. */
export type DiskState = 'ok' | 'low' | 'full';

export interface Disk {
  /** As of a moment ago. */
  look(): { readonly state: DiskState; readonly freeBytes: number };
}

export interface DiskLimits {
  readonly warnBytes: number;
  readonly refuseBytes: number;
}

const usual: DiskLimits = { warnBytes: 2 ** 31, refuseBytes: 2 ** 28 };
const lookEveryMs = 2_000;

const stateOf = (freeBytes: number, { warnBytes, refuseBytes }: DiskLimits): DiskState =>
  freeBytes < refuseBytes ? 'full' : freeBytes < warnBytes ? 'low' : 'ok';

/** Room on the disk of the data folder, for this account; a change of what it comes to is logged. */
export function createDisk(dir: string, limits: DiskLimits = usual, log: Log = () => undefined): Disk {
  let seen: ReturnType<Disk['look']> = { state: 'ok', freeBytes: 0 };
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    look: () => {
      if (performance.now() < lookedAt + lookEveryMs) return seen;
      lookedAt = performance.now();
      const { bavail, bsize } = statfsSync(dir);
      const freeBytes = bavail * bsize;
      const state = stateOf(freeBytes, limits);
      if (state !== seen.state) log('room on the disk has changed', { state, freeBytes });
      seen = { state, freeBytes };
      return seen;
    },
  };
}

/** @throws Refusal diskFull */
export function demandRoom({ disk }: { readonly disk: Disk }): void {
  if (disk.look().state === 'full') throw refuse('diskFull');
}

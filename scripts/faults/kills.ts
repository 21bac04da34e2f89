import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation.ts';
import type { Random } from './random.ts';

export type Victim = 'server' | 'signer-1' | 'signer-2' | 'database';

const victims = [
  ['server', 8],
  ['signer-1', 5],
  ['signer-2', 5],
  ['database', 2],
] as const;

/** A pid file outlives its process, and a number may since be somebody else's: only a PostgreSQL is killed as one. */
function pidOf(house: Installation, victim: Victim): number | undefined {
  if (victim !== 'database') return house.pidOf(victim);
  const pid = house.databasePid();
  try {
    return pid !== undefined && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(house.data) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** `kill -9` without any warning. Returns false when it was dead already. */
function kill(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

export interface Chaos {
  readonly house: Installation;
  readonly random: Random;
  readonly kills: number;
  /** Between two kills, on average. */
  readonly meanPauseMs: number;
  readonly until: number;
  /** Called before each kill: time for more work to begin. */
  readonly between: (kill: number) => void;
}

/**
 * Kills at random moments, the next one often before the last victim is wholly back. Returns how often each was killed; what was dead already
 * does not count.
 */
export async function runChaos({
  house,
  random,
  kills,
  meanPauseMs,
  until,
  between,
}: Chaos): Promise<Map<Victim, number>> {
  const killed = new Map<Victim, number>();
  for (let n = 0; n < kills && Date.now() < until; ) {
    between(n);
    await sleep(random.between(0, 2 * meanPauseMs));
    const victim = random.pick(victims);
    const deadline = Date.now() + 5_000;
    while (!kill(pidOf(house, victim)) && Date.now() < deadline) await sleep(20);
    killed.set(victim, (killed.get(victim) ?? 0) + 1);
    n++;
  }
  return killed;
}

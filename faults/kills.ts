import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@holdfast/testkit/random';
import type { Installation } from '../sandbox/installation.ts';

export type Victim = 'server' | `server-${number}` | 'signer-1' | 'signer-2' | 'database';

/** A server takes eight of eighteen kills; each of several has its share of them. */
const victimsOf = (servers: number): readonly (readonly [Victim, number])[] => [
  ...Array.from({ length: servers }, (_, n): readonly [Victim, number] => [
    n === 0 ? 'server' : `server-${n + 1}`,
    8 / servers,
  ]),
  ['signer-1', 5],
  ['signer-2', 5],
];
/** Beside every tenth kill, and not counted as one, the database goes too: at that moment, or a little later. */
const databaseShare = 0.1;

/** A pid file outlives its process, and a number may since be somebody else's: only a PostgreSQL is killed as one. */
function pidOf(fixture: Installation, victim: Victim): number | undefined {
  if (victim !== 'database') return fixture.pidOf(victim);
  const pid = fixture.databasePid();
  try {
    return pid !== undefined && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(fixture.data) ? pid : undefined;
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
  readonly fixture: Installation;
  readonly random: Random;
  readonly servers: number;
  readonly kills: number;
  /** Between two kills, on average. */
  readonly meanPauseMs: number;
  readonly until: number;
  /** Called before each kill: time for more work to begin. */
  readonly between: (kill: number) => void;
}

async function killSoon(fixture: Installation, victim: Victim): Promise<boolean> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20))
    if (kill(pidOf(fixture, victim))) return true;
  return false;
}

/**
 * Kills at random moments, the next one often before the last victim is wholly back. Returns how often each was killed: `kills` times the server
 * or a signer, and now and then the database.
 */
export async function runChaos(chaos: Chaos): Promise<Map<Victim, number>> {
  const { fixture, random } = chaos;
  const victims = victimsOf(chaos.servers);
  const killed = new Map<Victim, number>();
  const strike = async (victim: Victim): Promise<boolean> => {
    const dead = await killSoon(fixture, victim);
    if (dead) killed.set(victim, (killed.get(victim) ?? 0) + 1);
    return dead;
  };
  for (let n = 0; n < chaos.kills && Date.now() < chaos.until; ) {
    chaos.between(n);
    await sleep(random.between(0, 2 * chaos.meanPauseMs));
    if (await strike(random.pick(victims))) n++;
    if (random.next() >= databaseShare) continue;
    await sleep(random.between(0, 500));
    await strike('database');
  }
  return killed;
}

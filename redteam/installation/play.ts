import { startSigner } from '../../apps/signer/src/app.ts';
import type { Attack } from '../attack.ts';
import type { Finding } from '../run.ts';
import { harmOf } from './harm.ts';
import { takeOver } from './hold.ts';
import { type Ground, type Installation, openInstallation } from './installation.ts';

/** An attack on a whole installation. Those that are not `alone` run several at a time in one, each with a sub-wallet of its own. */
export interface Play extends Attack<Installation> {
  /** In a copy with a Bitcoin node of its own. */
  readonly coins?: true;
}
export type Run = Play['run'];

/** Collects the attacks of a family. */
export function plays(family: string) {
  const all: Play[] = [];
  const add =
    (control: boolean, alone: boolean, more: Pick<Play, 'coins'> = {}) =>
    (name: string, expect: string | readonly string[], run: Run): void => {
      all.push({ family, name, expect: typeof expect === 'string' ? [expect] : expect, control, alone, run, ...more });
    };
  return {
    all,
    attack: add(false, false),
    alone: add(false, true),
    control: add(true, false),
    /** A control that changes rules or address book. */
    lawful: add(true, true),
    onCoins: add(false, true, { coins: true }),
    lawfulOnCoins: add(true, true, { coins: true }),
  };
}

const atOnce = 5;

async function attempt(play: Play, installation: Installation): Promise<Finding | undefined> {
  let got: readonly string[];
  try {
    got = await play.run(installation);
  } catch (error) {
    got = [`broke: ${error instanceof Error ? error.message : 'unknown'}`];
  }
  if (got.length > 0 && got.every((code) => play.expect.includes(code))) return undefined;
  return { family: play.family, name: play.name, got, expected: play.expect, damage: [] };
}

/** Runs some in one installation, and then looks for what nobody agreed to. */
async function runTogether(ground: Ground, chosen: readonly Play[], start = startSigner): Promise<Finding[]> {
  const installation = await openInstallation(
    ground,
    start,
    chosen.some(({ coins }) => coins),
  );
  try {
    await takeOver(installation);
    const findings: Finding[] = [];
    const queue = [...chosen];
    const work = async (): Promise<void> => {
      for (let play = queue.shift(); play; play = queue.shift()) {
        const finding = await attempt(play, installation);
        if (finding) findings.push(finding);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const damage = await harmOf(installation);
    const [one] = chosen;
    const name = chosen.length === 1 ? (one?.name ?? '') : `one of ${chosen.map((play) => play.name).join(', ')}`;
    if (damage.length > 0) findings.push({ family: one?.family ?? '', name, got: [], expected: [], damage });
    return findings;
  } finally {
    await installation.stop();
  }
}

/** One of them against signers of another program, in an installation of its own. */
export const runPlay = (ground: Ground, play: Play, start: typeof startSigner): Promise<Finding[]> =>
  runTogether(ground, [play], start);

/** All of them: the quiet ones in as few installations as there are sub-wallets for, the others in one each. */
export async function runPlays(ground: Ground, chosen: readonly Play[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const together = chosen.filter(({ alone }) => !alone);
  // An attack may take two sub-wallets.
  const size = Math.floor(ground.stalls.length / 2);
  for (let at = 0; at < together.length; at += size)
    findings.push(...(await runTogether(ground, together.slice(at, at + size))));
  for (const play of chosen.filter(({ alone }) => alone)) findings.push(...(await runTogether(ground, [play])));
  return findings;
}

import { startSigner } from '../apps/signer/src/app.ts';
import type { Attack } from './attack.ts';
import { type Fixture, type ForkOptions, fork } from './fixture.ts';

/** What went wrong with one attack: it was not refused, not for its own reason, or left something behind. */
export interface Finding {
  readonly family: string;
  readonly name: string;
  readonly got: readonly string[];
  readonly expected: readonly string[];
  /** A decision or a grant nobody approved, another policy, another address book, another key. */
  readonly damage: readonly string[];
}

const facts = (fixture: Fixture) =>
  fixture.pair.places.map(({ signer }) => {
    const state = signer?.ctx.store.state;
    return { policy: state?.policy?.hash ?? '', book: state?.book.hash ?? '', groups: state?.groups.size ?? 0 };
  });

/** Looks into the signers' own stores, whatever their answers were. */
export function damage(fixture: Fixture, before: ReturnType<typeof facts>): string[] {
  const found: string[] = [];
  fixture.pair.places.forEach(({ id, signer }, i) => {
    const state = signer?.ctx.store.state;
    const [was, is] = [before[i], facts(fixture)[i]];
    if (!state || !was || !is) return;
    for (const intent of state.decided.keys())
      if (!fixture.lawful.has(intent)) found.push(`signer ${id} decided ${intent}`);
    for (const intent of state.grants.keys())
      if (!fixture.lawful.has(intent)) found.push(`signer ${id} granted ${intent}`);
    for (const key of ['policy', 'book', 'groups'] as const)
      if (is[key] !== was[key]) found.push(`signer ${id}: ${key} changed`);
  });
  return found;
}

/** A random combination may be refused for any of its reasons, but never by a failure of the program. */
const isHeld = ({ expect }: Attack, code: string): boolean =>
  expect.length > 0 ? expect.includes(code) : code !== 'admitted' && code !== 'internal' && !code.startsWith('broke');

async function attempt(attack: Attack, fixture: Fixture): Promise<Finding | undefined> {
  const before = facts(fixture);
  let got: readonly string[];
  try {
    got = await attack.run(fixture);
  } catch (error) {
    got = [`broke: ${error instanceof Error ? error.message : 'unknown'}`];
  }
  const harm = attack.control || attack.alone ? [] : damage(fixture, before);
  if (got.length > 0 && got.every((code) => isHeld(attack, code)) && harm.length === 0) return undefined;
  return { family: attack.family, name: attack.name, got, expected: attack.expect, damage: harm };
}

export interface RunOptions extends ForkOptions {
  /** Ends with the first finding. */
  readonly untilFirst?: boolean;
  readonly onDone?: (attack: Attack, finding: Finding | undefined) => void;
}

export const realSigner: ForkOptions = { start: startSigner };

/** Runs attacks against the given signer program: those that change nothing in one fixture, each of the others in a copy of its own. */
export async function runAttacks(base: Fixture, attacks: readonly Attack[], options: RunOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  let shared: Fixture | undefined;
  try {
    for (const attack of attacks) {
      let fixture = shared;
      if (attack.alone || !fixture) fixture = await fork(base, options);
      if (!attack.alone) shared = fixture;
      const finding = await attempt(attack, fixture);
      options.onDone?.(attack, finding);
      if (finding) findings.push(finding);
      if (attack.alone) await fixture.pair.stop();
      // What a successful attack left behind would be found again by all that follow.
      if (finding && !attack.alone && finding.damage.length > 0) {
        await fixture.pair.stop();
        shared = undefined;
      }
      if (finding && options.untilFirst) break;
    }
    return findings;
  } finally {
    await shared?.pair.stop();
  }
}

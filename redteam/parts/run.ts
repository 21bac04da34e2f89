import type { MutantResult } from '../mutants.ts';
import type { Finding } from '../run.ts';
import type { PartAttack } from './part.ts';
import { original, type Program, withCopy } from './program.ts';

async function attempt({ run }: PartAttack, program: Program): Promise<readonly string[]> {
  try {
    return await run(program);
  } catch (error) {
    return [`broke: ${error instanceof Error ? error.message : 'unknown'}`];
  }
}

const isHeld = ({ expect }: PartAttack, got: readonly string[]): boolean =>
  got.length > 0 && got.every((code) => expect.includes(code));

/** @returns those that were not held */
export async function runParts(attacks: readonly PartAttack[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const attack of attacks) {
    const got = await attempt(attack, original);
    const { family, name, expect } = attack;
    if (!isHeld(attack, got)) findings.push({ family, name, got, expected: expect, damage: [] });
  }
  return findings;
}

/** Each attack on the copies that it is to notice. A copy in which it breaks would be noticed for nothing: it has to end, otherwise. */
export async function attackCopies(
  attacks: readonly PartAttack[],
  onDone: (result: MutantResult) => void = () => undefined,
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for (const attack of attacks)
    for (const mutant of attack.without) {
      const got = await withCopy(mutant, (program) => attempt(attack, program));
      const noticed = !isHeld(attack, got) && !got.some((code) => code.startsWith('broke: '));
      const result: MutantResult = {
        mutant,
        ...(noticed ? { caught: `LET THROUGH as ${got.join(', ')}, ${attack.family}: ${attack.name}` } : {}),
        survivedAsKnown: !noticed && isHeld(attack, got) && mutant.coveredBy !== undefined,
      };
      onDone(result);
      results.push(result);
    }
  return results;
}

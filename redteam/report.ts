import type { Attack } from './attack.ts';
import type { MutantResult } from './mutants.ts';
import type { Finding } from './run.ts';

/** One line for each family; a family without a control is an error of the harness. */
export function reportFamilies(
  attacks: readonly Pick<Attack, 'family' | 'control'>[],
  findings: readonly Finding[],
): void {
  for (const family of new Set(attacks.map((attack) => attack.family))) {
    const own = attacks.filter((attack) => attack.family === family);
    const controls = own.filter(({ control }) => control).length;
    const failed = findings.filter((finding) => finding.family === family).length;
    console.log(
      `  ${failed === 0 ? 'ok  ' : 'FAIL'} ${family}: ${own.length - controls} attacks, ${controls} controls${failed > 0 ? `, ${failed} failed` : ''}`,
    );
  }
}

/** @returns how many there are */
export function reportFindings(findings: readonly Finding[], seed: number): number {
  for (const { family, name, got, expected, damage } of findings)
    console.log(
      `  FAIL ${family}: ${name}: ${got.join(', ')} instead of ${expected.join(' or ') || 'a refusal'}; ${damage.join('; ')} (seed ${seed})`,
    );
  return findings.length;
}

export function reportMutant({ mutant, caught, survivedAsKnown }: MutantResult): void {
  const known = survivedAsKnown ? `redundant: ${mutant.coveredBy}` : 'SURVIVED';
  console.log(`  ${caught || survivedAsKnown ? 'ok  ' : 'FAIL'} ${mutant.name} → ${caught ?? known}`);
}

/** How many copies no attack has noticed, but for those that are known to be redundant. */
export const survivors = (results: readonly MutantResult[]): number =>
  results.filter(({ caught, survivedAsKnown }) => caught === undefined && !survivedAsKnown).length;

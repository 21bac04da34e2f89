/**
 * `npm run redteam`: attacks with the API server's own keys on two real signers (the signer program in this process, over its real HTTP and channel),
 * then on copies of the signer with one check removed, each of which must be caught. Exit code 1 on anything admitted that nobody approved, refused
 * for another reason than its own, or a copy that survives. The seed is printed; `--seed N` makes the random part again.
 */
import { randomFrom } from '@holdfast/testkit/random';
import { scripted } from './attacks/index.ts';
import { build } from './build.ts';
import { installationPlays } from './installation/index.ts';
import { buildGround } from './installation/install.ts';
import type { Ground } from './installation/installation.ts';
import { type Play, runPlay, runPlays } from './installation/play.ts';
import { mutants as allMutants, attackInstalled, attackMutants, type MutantResult } from './mutants.ts';
import { randomAttack } from './mutators.ts';
import { readRedteamOptions } from './options.ts';
import { reportFamilies, reportFindings, reportMutant } from './report.ts';
import { realSigner, runAttacks } from './run.ts';

const stalls = 40;
const { seed, random, only, mutants } = readRedteamOptions(process.argv.slice(2));
const began = Date.now();
const seconds = (): string => `${((Date.now() - began) / 1_000).toFixed(1)} s`;
const chosen = scripted.filter(({ family, name }) => `${family}: ${name}`.includes(only));
console.log(`seed ${seed}: ${chosen.length} scripted, ${random} random`);
const base = await build();
let wrong = 0;

const survivors = (results: readonly MutantResult[]): number =>
  results.filter(({ caught, survivedAsKnown }) => caught === undefined && !survivedAsKnown).length;
/** Copies of the signer in a whole installation, each by the attack on it that is to notice. */
async function attackCopies(ground: Ground, plays: readonly Play[]): Promise<number> {
  const names = new Set(plays.map(({ name }) => name));
  const chosen = allMutants.filter(({ play }) => play !== undefined && names.has(play));
  const results = await attackInstalled(plays, (play, start) => runPlay(ground, play, start), chosen);
  for (const result of results) reportMutant(result);
  return survivors(results);
}

/** The same with the real server, its database, its workers and a chain. */
async function attackInstallation(): Promise<number> {
  const plays = installationPlays.filter(({ family, name }) => `${family}: ${name}`.includes(only));
  if (plays.length === 0) return 0;
  const { ground, close } = await buildGround(stalls);
  console.log(`  a server, a database and a chain are up (${seconds()})`);
  try {
    const findings = await runPlays(ground, plays);
    reportFamilies(plays, findings);
    const attacks = plays.filter(({ control }) => !control).length;
    console.log(`  ${attacks} attacks on the whole installation (${seconds()})`);
    return reportFindings(findings, seed) + (mutants ? await attackCopies(ground, plays) : 0);
  } finally {
    await close();
  }
}
try {
  const findings = await runAttacks(base, chosen, realSigner);
  reportFamilies(chosen, findings);
  const source = randomFrom(seed);
  const made = Array.from({ length: random }, (_, n) => randomAttack(source, n));
  const loose = await runAttacks(base, made, realSigner);
  console.log(`  ${made.length} random combinations (${seconds()})`);
  wrong = reportFindings([...findings, ...loose], seed);
  wrong += await attackInstallation();
  if (mutants) {
    console.log('  check removed → the attack that noticed');
    const results = await attackMutants(
      base,
      scripted,
      allMutants.filter(({ name }) => name.includes(only)),
      reportMutant,
    );
    wrong += survivors(results);
    console.log(`  ${results.length} copies (${seconds()})`);
  }
} finally {
  await base.pair.stop();
}
console.log(
  wrong === 0
    ? `0 unauthorised signatures, 0 accepted changes, 0 undetected edits (${seconds()})`
    : `${wrong} failures (seed ${seed}, ${seconds()})`,
);
process.exit(wrong === 0 ? 0 : 1);

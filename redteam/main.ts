/**
 * `npm run redteam`: attacks with the API server's own keys on two real signers (the signer program in this process, over its real HTTP and channel),
 * then on copies of the signer with one check removed, each of which must be caught; beside them, in processes of their own, half of the copies
 * (`copies.ts`) and a whole installation (`installation/main.ts`).
 * Exit code 1 on anything admitted that nobody approved, refused for another reason than its own, or a copy that survives. The seed is printed;
 * `--seed N` makes the random part again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '@holdfast/testkit/random';
import { scripted } from './attacks/index.ts';
import { build } from './build.ts';
import { attackHalf } from './mutants.ts';
import { randomAttack } from './mutators.ts';
import { readRedteamOptions } from './options.ts';
import { reportFamilies, reportFindings, reportMutant, survivors } from './report.ts';
import { realSigner, runAttacks } from './run.ts';

const { seed, random, only, mutants } = readRedteamOptions(process.argv.slice(2));
const began = Date.now();
const seconds = (): string => `${((Date.now() - began) / 1_000).toFixed(1)} s`;
const chosen = scripted.filter(({ family, name }) => `${family}: ${name}`.includes(only));
console.log(`seed ${seed}: ${chosen.length} scripted, ${random} random`);

/** Attacks in a process of its own. @returns 1 when something was found there */
async function elsewhere(file: string): Promise<number> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const args = [program, ...process.argv.slice(2), '--seed', String(seed)];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  return code === 0 ? 0 : 1;
}

const others = [
  elsewhere('installation/main.ts'),
  elsewhere('parts/main.ts'),
  ...(mutants ? [elsewhere('copies.ts')] : []),
];
const base = await build();
let wrong = 0;
try {
  const findings = await runAttacks(base, chosen, realSigner);
  reportFamilies(chosen, findings);
  const source = randomFrom(seed);
  const made = Array.from({ length: random }, (_, n) => randomAttack(source, n));
  const loose = await runAttacks(base, made, realSigner);
  console.log(`  ${made.length} random combinations (${seconds()})`);
  wrong = reportFindings([...findings, ...loose], seed);
  if (mutants) {
    console.log('  check removed → the attack that noticed');
    wrong += survivors(await attackHalf(base, scripted, { only, half: 0, seed }, reportMutant));
    console.log(`  half of the copies (${seconds()})`);
  }
} finally {
  await base.pair.stop();
}
for (const other of others) wrong += await other;
console.log(
  wrong === 0
    ? `0 unauthorised signatures, 0 accepted changes, 0 undetected edits (${seconds()})`
    : `${wrong} failures (seed ${seed}, ${seconds()})`,
);
process.exit(wrong === 0 ? 0 : 1);

/**
 * `npm run redteam`: attacks with the API server's own keys on two real signers (the signer program in this process, over its real HTTP and channel),
 * then on copies of the signer with one check removed, each of which must be caught; beside them those on a whole installation (`installation/main.ts`).
 * Exit code 1 on anything admitted that nobody approved, refused for another reason than its own, or a copy that survives. The seed is printed;
 * `--seed N` makes the random part again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '@holdfast/testkit/random';
import { scripted } from './attacks/index.ts';
import { build } from './build.ts';
import { mutants as allMutants, attackMutants } from './mutants.ts';
import { randomAttack } from './mutators.ts';
import { readRedteamOptions } from './options.ts';
import { reportFamilies, reportFindings, reportMutant, survivors } from './report.ts';
import { realSigner, runAttacks } from './run.ts';

const { seed, random, only, mutants } = readRedteamOptions(process.argv.slice(2));
const began = Date.now();
const seconds = (): string => `${((Date.now() - began) / 1_000).toFixed(1)} s`;
const chosen = scripted.filter(({ family, name }) => `${family}: ${name}`.includes(only));
console.log(`seed ${seed}: ${chosen.length} scripted, ${random} random`);

/** @returns 1 when something was found there */
async function attackInstallation(): Promise<number> {
  const program = fileURLToPath(new URL('installation/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...process.argv.slice(2), '--seed', String(seed)], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? 0 : 1;
}

const installation = attackInstallation();
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
wrong += await installation;
console.log(
  wrong === 0
    ? `0 unauthorised signatures, 0 accepted changes, 0 undetected edits (${seconds()})`
    : `${wrong} failures (seed ${seed}, ${seconds()})`,
);
process.exit(wrong === 0 ? 0 : 1);

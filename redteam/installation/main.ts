/**
 * The attacks on a whole installation: the real server with its database, its workers and a chain. `npm run redteam` starts it beside those on two
 * signers, as a process of its own: much of it is waiting. Exit code 1 on any finding.
 */
import { mutants as allMutants, attackInstalled } from '../mutants.ts';
import { readRedteamOptions } from '../options.ts';
import { reportFamilies, reportFindings, reportMutant, survivors } from '../report.ts';
import { installationPlays } from './index.ts';
import { buildGround } from './install.ts';
import type { Ground } from './installation.ts';
import { runPlay, runPlays } from './play.ts';

const stalls = 40;
const { seed, only, mutants } = readRedteamOptions(process.argv.slice(2));
const began = Date.now();
const seconds = (): string => `${((Date.now() - began) / 1_000).toFixed(1)} s`;
const plays = installationPlays.filter(({ family, name }) => `${family}: ${name}`.includes(only));

/** Copies of the signer, each by the attack on an installation that is to notice. */
async function attackCopies(ground: Ground): Promise<number> {
  const names = new Set(plays.map(({ name }) => name));
  const chosen = allMutants.filter(({ play }) => play !== undefined && names.has(play));
  const results = await attackInstalled(plays, (play, start) => runPlay(ground, play, start), chosen);
  for (const result of results) reportMutant(result);
  return survivors(results);
}

async function attack(): Promise<number> {
  const { ground, close } = await buildGround(stalls);
  console.log(`  a server, a database and a chain are up (${seconds()})`);
  try {
    const findings = await runPlays(ground, plays);
    reportFamilies(plays, findings);
    const attacks = plays.filter(({ control }) => !control).length;
    console.log(`  ${attacks} attacks on the whole installation (${seconds()})`);
    return reportFindings(findings, seed) + (mutants ? await attackCopies(ground) : 0);
  } finally {
    await close();
  }
}
process.exit(plays.length === 0 || (await attack()) === 0 ? 0 : 1);

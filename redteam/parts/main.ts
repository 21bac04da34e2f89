/**
 * The attacks on single parts: what the protocols, the readers of nodes and the server's first run do by themselves with what they are given. `npm run redteam`
 * starts it beside the others, as a process of its own. Exit code 1 on any finding, and on a copy that no attack notices.
 */
import { readRedteamOptions } from '../options.ts';
import { reportFamilies, reportFindings, reportMutant, survivors } from '../report.ts';
import { partAttacks } from './index.ts';
import { attackCopies, runParts } from './run.ts';

const { seed, only, mutants } = readRedteamOptions(process.argv.slice(2));
const began = Date.now();
const chosen = partAttacks.filter(({ family, name }) => `${family}: ${name}`.includes(only));
const findings = await runParts(chosen);
reportFamilies(chosen, findings);
const wrong = reportFindings(findings, seed);
const survived = mutants ? survivors(await attackCopies(chosen, reportMutant)) : 0;
if (chosen.length > 0)
  console.log(
    `  ${chosen.length} attacks and controls on single parts (${((Date.now() - began) / 1_000).toFixed(1)} s)`,
  );
process.exit(wrong + survived === 0 ? 0 : 1);

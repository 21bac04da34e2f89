/** The second half of the copies of the signer with one check removed: `npm run redteam` starts it beside the others. Exit code 1 where one survives. */
import { scripted } from './attacks/index.ts';
import { build } from './build.ts';
import { attackHalf } from './mutants.ts';
import { readRedteamOptions } from './options.ts';
import { reportMutant, survivors } from './report.ts';

const { only, seed } = readRedteamOptions(process.argv.slice(2));
const base = await build();
const results = await attackHalf(base, scripted, { only, half: 1, seed }, reportMutant);
await base.pair.stop();
process.exit(survivors(results) === 0 ? 0 : 1);

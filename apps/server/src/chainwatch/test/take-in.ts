/** A process that follows one chain for some rounds with little memory and tells how it went: `take-in.ts DATABASE-URL CHAIN ROUNDS`. */
import type { ChainConfig } from '@holdfast/chains';
import { readerOf } from '@holdfast/chains/rpc';
import { createDb, createPool } from '../../db/pool.ts';
import { createNotifier } from '../../jobs/notifier.ts';
import { catalogIn } from '../../ledger/test/assets.ts';
import { followOnce } from '../follow.ts';
import { setPlace } from '../state.ts';
import { createWatchedSet } from '../watched.ts';
import { silent } from './made-chain.ts';

const [, , url = '', text = '', rounds = '1'] = process.argv;
const chain = JSON.parse(text) as ChainConfig;
const pool = createPool({ connectionString: url });
const db = createDb(pool);
const quiet = () => undefined;
const reader = readerOf(chain);
const deps = {
  db,
  catalog: await catalogIn(db, [chain]),
  chain,
  reader,
  readerOf: () => reader,
  notifier: createNotifier(db, quiet),
  log: { info: quiet, warn: quiet, error: quiet },
  recordAside: silent,
  wakeOrders: quiet,
};
const watched = createWatchedSet(chain.id);
for (let round = 0; round < Number(rounds); round++)
  await followOnce(deps, watched, new AbortController().signal).catch(async (error: unknown) => {
    await setPlace(db, chain.id, { state: 'down', error: String(error) });
    process.stdout.write(`${String(error)}\n`);
  });
await deps.notifier.stop();
await pool.end();

/** A process that sends web hooks until a test kills it: database, the key of its secrets, and how many times faster its clock runs are its arguments. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, createPool } from '../../../db/pool.ts';
import { readNetworks } from '../../../outgoing/guard.ts';
import { createSecretBox } from '../../../secrets.ts';
import { deliverAll } from '../deliver.ts';

const [url = '', key = '', faster = '1'] = process.argv.slice(2);
const pool = createPool({ connectionString: url }, { onError: () => undefined });
// From one moment for all processes, so that their clocks agree.
const begin = Date.UTC(2026, 0, 1);
const deps = {
  db: createDb(pool),
  clock: () => (faster === '1' ? new Date() : new Date(begin + (Date.now() - begin) * Number(faster))),
  secrets: createSecretBox(Buffer.from(key, 'hex')),
  catalog: { chain: () => undefined },
  allowed: readNetworks(['127.0.0.1']),
  random: Math.random,
};
for (;;) {
  await deliverAll(deps);
  await sleep(20);
}

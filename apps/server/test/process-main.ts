/** A server in a process of its own, for tests that kill it. Argument: a file with its whole configuration. It tells its parent where it is, and ends with it. */
import { readFileSync } from 'node:fs';
import { startApp } from '../src/app.ts';
import { systemClock } from '../src/clock.ts';
import type { ServerConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';

const [, , file = ''] = process.argv;
const config = JSON.parse(readFileSync(file, 'utf8')) as ServerConfig;
process.on('disconnect', () => process.exit());
const { url, opsUrl, setupToken } = await startApp({
  config,
  clock: systemClock,
  log: createLog(config.logLevel),
  passwordCost: { memory: 64, passes: 1 },
});
process.send?.({ url, opsUrl, setupToken });

/** `node apps/server/src/main.ts --config FILE`; `… init --identity FILE` makes the server's identity and prints its public keys */
import { parseArgs } from 'node:util';
import { startApp } from './app.ts';
import { setupLink } from './areas/setup/token.ts';
import { systemClock } from './clock.ts';
import { readConfig, type ServerConfig } from './config.ts';
import { initServer } from './init.ts';
import { createLog } from './log.ts';

/** The plain sentence for what usually goes wrong at start; undefined for anything else. */
function explain(error: unknown, { host, port }: ServerConfig): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  const asking = 'syscall' in error && error.syscall === 'connect';
  // The port for metrics may be the one that is taken.
  const at = 'port' in error && typeof error.port === 'number' ? error.port : port;
  if (code === 'EADDRINUSE') return `Port ${at} on ${host} is in use. Stop what listens there, or choose another port.`;
  if (asking || code === 'ENOTFOUND') return `The database cannot be reached: ${error.message}`;
  if (code === 'EACCES') return `Port ${at} on ${host} may not be opened by this account.`;
  return error.message;
}

function readConfigOrExit(): ServerConfig {
  try {
    const options = { config: { type: 'string' }, identity: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals[0] === 'init' && values.identity) {
      console.log(JSON.stringify(initServer(values.identity)));
      process.exit(0);
    }
    if (!values.config || positionals.length > 0)
      throw new Error('Usage: main.ts --config FILE | init --identity FILE');
    return readConfig(values.config, process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const config = readConfigOrExit();
const log = createLog(config.logLevel);
try {
  const app = await startApp({ config, clock: systemClock, log });
  log.info({ url: app.url }, 'server ready');
  if (app.setupToken !== undefined)
    console.log(
      `\nNobody owns this installation yet. Become its owner at\n  ${setupLink(config.origin, app.setupToken)}\n`,
    );
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'stopping');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
} catch (error) {
  log.debug({ err: error }, 'start failed');
  console.error(explain(error, config) ?? error);
  process.exit(1);
}

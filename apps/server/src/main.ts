/** `node apps/server/src/main.ts --config FILE` */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startApp } from './app.ts';
import { setupLink } from './areas/setup/token.ts';
import { systemClock } from './clock.ts';
import { readConfig, type ServerConfig } from './config.ts';

/** The plain sentence for what usually goes wrong at start; undefined for anything else. */
function explain(error: unknown, { host, port }: ServerConfig): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  // The port for metrics may be the one that is taken.
  const at = 'port' in error && typeof error.port === 'number' ? error.port : port;
  if (code === 'EADDRINUSE') return `Port ${at} on ${host} is in use. Stop what listens there, or choose another port.`;
  if (code === 'EACCES') return `Port ${at} on ${host} may not be opened by this account.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database cannot be reached: ${error.message}`;
  return error.message;
}

function readConfigOrExit(): ServerConfig {
  try {
    const { values } = parseArgs({ options: { config: { type: 'string' } } });
    if (!values.config) throw new Error('Usage: main.ts --config FILE');
    return readConfig(values.config, process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const config = readConfigOrExit();
const log = pino({ level: config.logLevel, redact: ['req.headers', 'password', 'totp', 'open_token'] });
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

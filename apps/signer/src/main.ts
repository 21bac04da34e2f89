import { parseArgs } from 'node:util';
import { startSigner } from './app.ts';
import { readConfig, readSecret } from './config.ts';
import { demandPipe, exportKit } from './export.ts';
import { initSigner } from './init.ts';
import { type Log, logLine } from './log.ts';

const usage = `Usage:
  signer init --data DIR [--passphrase-file FILE]   make an identity and a sealed store
  signer run --config FILE                          run
  signer export --data DIR [--passphrase-file FILE] [--group ID] | npx holdfast kit seal FILE.age
                                                    give out the share of a stopped signer, for a backup
The passphrase is read from the file, or from HOLDFAST_PASSPHRASE.`;

const logAs =
  (name: string): Log =>
  (message, fields) => {
    process.stdout.write(`${logLine(name, message, fields)}\n`);
  };

function passphraseFrom(file: string | undefined): string {
  if (file !== undefined) return readSecret(file, 'passphrase');
  const given = process.env.HOLDFAST_PASSPHRASE;
  if (given === undefined || given.length < 16)
    throw new Error('Give --passphrase-file, or HOLDFAST_PASSPHRASE of at least 16 characters.');
  return given;
}

async function run(file: string): Promise<void> {
  const config = readConfig(file);
  const passphrase = passphraseFrom(config.passphraseFile);
  const log = logAs(`signer ${config.id}`);
  const onFailure = (error: unknown): never => {
    log('the journal can no longer be written', { reason: error instanceof Error ? error.message : 'unknown' });
    process.exit(1);
  };
  const signer = await startSigner({
    config,
    passphrase,
    setupCode: readSecret(config.setupCodeFile, 'set-up code'),
    log,
    onFailure,
  });
  log('signer is listening', { signer: config.id, host: config.listen.host, port: signer.port, origin: config.origin });
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    signer.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function exportShare(dir: string, passphraseFile: string | undefined, group: string | undefined): Promise<void> {
  demandPipe(process.stdout.fd);
  const text = await exportKit({ dir, passphrase: passphraseFrom(passphraseFile), group });
  await new Promise<void>((done, fail) => {
    process.stdout.once('error', fail);
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
  process.stderr.write('The share was given out, and the signer keeps a record of that.\n');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      config: { type: 'string' },
      group: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  });
  if (positionals[0] === 'init' && values.data !== undefined) {
    const keys = await initSigner(values.data, passphraseFrom(values['passphrase-file']));
    process.stdout.write(`${JSON.stringify(keys)}\n`);
  } else if (positionals[0] === 'export' && values.data !== undefined)
    await exportShare(values.data, values['passphrase-file'], values.group);
  else if (positionals[0] === 'run' && values.config !== undefined) await run(values.config);
  else throw new Error(usage);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

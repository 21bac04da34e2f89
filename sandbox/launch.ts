import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChains } from './chains.ts';
import { type SandboxFiles, signerFolder, writeConfigs } from './config.ts';
import { checkPorts, type Options, StartError } from './options.ts';
import { type ProcessSpec, run, type Supervised, supervise } from './processes.ts';

export interface LaunchHooks {
  /** One line for the person who watches. */
  readonly say: (line: string) => void;
  /** A process runs; it is to be stopped when the sandbox ends, last started first. */
  readonly started: (process: Supervised) => void;
  /** When the pages are there, which signers and server read as they start; the chains need none. */
  readonly pages?: Promise<void>;
}

async function initSigner(root: string, data: string, id: string): Promise<void> {
  const { dir, passphraseFile } = signerFolder(data, id);
  if (existsSync(path.join(dir, 'identity.pub.json'))) return;
  const main = path.join(root, 'apps/signer/src/main.ts');
  await run([main, 'init', '--data', dir, '--passphrase-file', passphraseFile]).catch((error: unknown) => {
    throw new StartError(`signer ${id} could not be set up: ${error instanceof Error ? error.message : error}`);
  });
}

/** The API servers of a sandbox, each as its own process: one, unless told otherwise. */
export const serversOf = (
  root: string,
  { ports, servers = [ports.server] }: Pick<Options, 'ports' | 'servers'>,
  files: SandboxFiles,
): ProcessSpec[] =>
  files.servers.map((config, index) => ({
    name: index === 0 ? 'server' : `server-${index + 1}`,
    file: path.join(root, 'apps/server/src/main.ts'),
    args: ['--config', config],
    healthUrl: `http://127.0.0.1:${servers[index]}/healthz`,
  }));

/** All of them side by side, then `started` in this order: also of those beside one that failed. @throws what the first one that failed threw */
async function startAll(starts: readonly Promise<Supervised>[], { started }: LaunchHooks): Promise<void> {
  const ended = await Promise.allSettled(starts);
  for (const one of ended) if (one.status === 'fulfilled') started(one.value);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/**
 * Starts the chains, both signers and the server of a sandbox, each as a process of its own that is started again when it ends.
 * @throws StartError; what was started by then has been handed to `started`
 */
export async function launch(options: Options, root: string, hooks: LaunchHooks): Promise<SandboxFiles> {
  const { data, ports, dev: watch } = options;
  await checkPorts(ports, watch);
  const logs = path.join(data, 'logs');
  const made = Promise.all(['1', '2'].map((id) => initSigner(root, data, id)));
  // Until it is waited for below.
  made.catch(() => undefined);
  const { process: devnet, chains, faucetUrl, prices } = await startChains(options, root, logs, hooks.say);
  hooks.started(devnet);
  await Promise.all([made, hooks.pages]);
  const { servers } = options;
  const files = writeConfigs({ data, root, ports, chains, faucetUrl, prices, ...(servers ? { servers } : {}) });
  const signers = files.signers.map(
    (file, index): ProcessSpec => ({
      name: `signer-${index + 1}`,
      file: path.join(root, 'apps/signer/src/main.ts'),
      args: ['run', '--config', file],
      healthUrl: `http://127.0.0.1:${index === 0 ? ports.signer1 : ports.signer2}/healthz`,
    }),
  );
  const receiver: ProcessSpec = {
    name: 'hooks',
    file: path.join(root, 'sandbox/hook-receiver-main.ts'),
    args: ['--port', String(ports.hooks)],
    healthUrl: `http://127.0.0.1:${ports.hooks}/received`,
  };
  const start = (program: ProcessSpec) => supervise({ ...program, watch }, logs, hooks.say);
  const [server, ...further] = serversOf(root, options, files);
  await startAll([...signers, receiver, ...(server ? [server] : [])].map(start), hooks);
  // These find the database that the first one has made.
  await startAll(further.map(start), hooks);
  return files;
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChains } from './chains.ts';
import { type SandboxFiles, signerFolder, writeConfigs } from './config.ts';
import { checkPorts, type Options, StartError } from './options.ts';
import { type ProcessSpec, type Supervised, supervise } from './processes.ts';

export interface LaunchHooks {
  /** One line for the person who watches. */
  readonly say: (line: string) => void;
  /** A process runs; it is to be stopped when the sandbox ends, last started first. */
  readonly started: (process: Supervised) => void;
}

function initSigner(root: string, data: string, id: string): void {
  const { dir, passphraseFile } = signerFolder(data, id);
  if (existsSync(path.join(dir, 'identity.pub.json'))) return;
  const main = path.join(root, 'apps/signer/src/main.ts');
  const made = spawnSync(process.execPath, [main, 'init', '--data', dir, '--passphrase-file', passphraseFile], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new StartError(`signer ${id} could not be set up: ${made.stderr}`);
}

/** The API server of a sandbox, as its own process. */
export const serverOf = (root: string, { ports }: Pick<Options, 'ports'>, files: SandboxFiles): ProcessSpec => ({
  name: 'server',
  file: path.join(root, 'apps/server/src/main.ts'),
  args: ['--config', files.server],
  healthUrl: `http://127.0.0.1:${ports.server}/healthz`,
});

/**
 * Starts the chains, both signers and the server of a sandbox, each as a process of its own that is started again when it ends.
 * @throws StartError; what was started by then has been handed to `started`
 */
export async function launch(options: Options, root: string, hooks: LaunchHooks): Promise<SandboxFiles> {
  const { data, ports, dev: watch } = options;
  await checkPorts(ports, watch);
  const logs = path.join(data, 'logs');
  const { process: devnet, chains, faucetUrl, prices } = await startChains(options, root, logs, hooks.say);
  hooks.started(devnet);
  for (const id of ['1', '2']) initSigner(root, data, id);
  const files = writeConfigs({ data, root, ports, chains, faucetUrl, prices });
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
  for (const program of [...signers, receiver, serverOf(root, options, files)])
    hooks.started(await supervise({ ...program, watch }, logs, hooks.say));
  return files;
}

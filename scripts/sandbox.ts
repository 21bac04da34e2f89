/**
 * `npm start`: the whole of Holdfast on one machine, for evaluation and development: embedded PostgreSQL, local Ethereum and Bitcoin chains,
 * two signers as processes of their own, the API server with the console. Ctrl-C ends all of it; the next start goes on where it was.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { buildBundles, root } from './build.ts';
import { launch } from './sandbox/launch.ts';
import { takeLock } from './sandbox/lock.ts';
import { checkPorts, openDataFolder, type Ports, readOptions, StartError } from './sandbox/options.ts';
import { type ProcessSpec, type Supervised, supervise } from './sandbox/processes.ts';

/** PostgreSQL refuses to run as root, so root's data must lie where another account can reach it. */
function defaultDataFolder(): string {
  const here = path.join(root, '.data');
  if (process.getuid?.() !== 0) return here;
  try {
    const reachable =
      spawnSync('/bin/sh', ['-c', `cd "$1"`, 'sh', root], { uid: 65_534, gid: 65_534, cwd: '/' }).status === 0;
    accessSync(root, constants.W_OK);
    return reachable ? here : '/var/lib/holdfast';
  } catch {
    return '/var/lib/holdfast';
  }
}

async function start(): Promise<void> {
  const began = Date.now();
  const options = readOptions(process.argv.slice(2), defaultDataFolder());
  openDataFolder(options.data, options.fresh);
  const unlock = takeLock(options.data);
  const running: Supervised[] = [];
  const say = (line: string): void => console.log(line);
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    ending ??= (async () => {
      for (const process of running.reverse()) await process.stop();
      unlock();
      process.exit(code);
    })();
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  try {
    await checkPorts(options.ports, options.dev);
    await buildBundles({ log: say, without: options.dev ? 'apps/console' : undefined });
    const files = await launch(options, root, { say, started: (process) => running.push(process) });
    const logs = path.join(options.data, 'logs');
    if (options.dev) running.push(await supervise(viteOf(options.ports), logs, say));
    say(
      banner(
        options.dev ? options.ports.vite : options.ports.server,
        options.ports.signer1,
        files.setupCode,
        options.data,
        Date.now() - began,
      ),
    );
  } catch (error) {
    console.error(error instanceof StartError ? `\n${error.message}` : error);
    await end(1);
  }
}

/** The console by Vite, with reload, in front of the same API. */
function viteOf(ports: Ports): ProcessSpec {
  const consoleDir = path.join(root, 'apps/console');
  return {
    name: 'vite',
    file: path.join(root, 'node_modules/vite/bin/vite.js'),
    args: [
      consoleDir,
      '--config',
      path.join(consoleDir, 'vite.config.ts'),
      '--port',
      String(ports.vite),
      '--strictPort',
    ],
    env: { HOLDFAST_API: `http://127.0.0.1:${ports.server}` },
    healthUrl: `http://localhost:${ports.vite}/mpc/`,
  };
}

function banner(console: number, signer: number, code: string, data: string, tookMs: number): string {
  return `
  Holdfast is up (${(tookMs / 1000).toFixed(1)} s). For evaluation: every share is on this machine.

    console         http://localhost:${console}/mpc
    approval page   http://localhost:${signer}/
    set-up code     ${code}    (the signers ask for it once, at first run)
    data            ${data}

  Ctrl-C stops everything; the next start goes on where this one ended.
`;
}

await start().catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});

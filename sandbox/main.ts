/**
 * `npm start`: the whole of Holdfast on one machine, for evaluation and development: embedded PostgreSQL, the local chains of packages/devnet,
 * two signers as processes of their own, the API server with the console. Ctrl-C ends all of it; the next start goes on where it was.
 * With `--dev` (`npm run dev`) everything reloads when its sources change.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildBundles, root } from './bundles.ts';
import { readToken } from './config.ts';
import { launch } from './launch.ts';
import { takeLock } from './lock.ts';
import { emptyDataFolder, openDataFolder, type Ports, readOptions, StartError } from './options.ts';
import { type ProcessSpec, type Supervised, supervise } from './processes.ts';
import { takeAwayUnread } from './slim.ts';

/** PostgreSQL refuses to run as root, so root's data must lie where another account can reach it. */
function defaultDataFolder(): string {
  const here = path.join(root, '.data');
  if (process.getuid?.() !== 0) return here;
  const nobody = 65_534;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', root], { uid: nobody, gid: nobody, cwd: '/' });
  return status === 0 ? here : '/var/lib/holdfast';
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

function banner(
  console: number,
  { signer1: signer, hooks }: Ports,
  code: string,
  data: string,
  tookMs: number,
): string {
  const token = readToken(data);
  const first = token === '' ? '' : `/setup#token=${token}`;
  return `
  Holdfast is up (${(tookMs / 1000).toFixed(1)} s). For evaluation: every share is on this machine.

    console         http://localhost:${console}/mpc${first}
    approval page   http://localhost:${signer}/
    web hooks       http://localhost:${hooks}/    (a receiver that shows what arrives at http://127.0.0.1:${hooks}/hook)
    set-up code     ${code}    (the signers ask for it once, at first run)
    data            ${data}

  Ctrl-C stops everything; the next start goes on where this one ended.
`;
}

/** Stops what runs, last started first, and gives the folder back; once, however often it is asked. */
function createEnd(running: Supervised[], unlock: () => void): (code: number) => Promise<void> {
  let ending: Promise<void> | undefined;
  return (code) => {
    ending ??= (async () => {
      for (const process of running.reverse()) await process.stop();
      unlock();
      process.exit(code);
    })();
    return ending;
  };
}

async function start(): Promise<void> {
  const options = readOptions(process.argv.slice(2), defaultDataFolder());
  const { data, ports, dev } = options;
  openDataFolder(data);
  const running: Supervised[] = [];
  const end = createEnd(running, takeLock(data));
  if (options.fresh) emptyDataFolder(data);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  const say = (line: string): void => console.log(line);
  try {
    const began = Date.now();
    const pages = buildBundles({ log: say, quick: true, without: dev ? 'apps/console' : undefined });
    // Until it is waited for.
    pages.catch(() => undefined);
    const files = await launch(options, root, { say, started: (process) => running.push(process), pages });
    if (dev) running.push(await supervise(viteOf(ports), path.join(data, 'logs'), say));
    say(banner(dev ? ports.vite : ports.server, ports, files.setupCode, data, Date.now() - began));
    takeAwayUnread();
  } catch (error) {
    console.error(error instanceof StartError ? `\n${error.message}` : error);
    await end(1);
  }
}

await start().catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});

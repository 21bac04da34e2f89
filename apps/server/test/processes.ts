import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@holdfast/testkit';
import type { App, startApp } from '../src/app.ts';
import type { ServerConfig } from '../src/config.ts';

/** Servers on one database, each a process that can be killed. */
export interface ServerProcesses {
  /** The first of them, for `startTestServer`. */
  readonly start: typeof startApp;
  /** Starts the others, once the installation has an owner. */
  startOthers(): Promise<void>;
  /** Where each listens, also while it is down. */
  readonly urls: readonly string[];
  /** Of the process that runs there now. */
  pid(n: number): number | undefined;
  /** Ends one without warning, and starts it again. */
  kill(n: number): Promise<void>;
}

type Told = Omit<App, 'close'>;
const main = fileURLToPath(new URL('./process-main.ts', import.meta.url));

/** @param count of servers */
export function serverProcesses(count: number): ServerProcesses {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-servers-'));
  const children = new Map<number, ChildProcess>();
  const urls: string[] = [];
  let common: ServerConfig | undefined;
  let ending = false;
  const fileOf = (n: number): string => path.join(dir, `${n}.json`);

  async function run(n: number): Promise<Told> {
    const child = fork(main, [fileOf(n)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.set(n, child);
    const told = once(child, 'message').then(([message]) => message as Told);
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`server ${n} ended (${code})`)));
    return Promise.race([told, ended as Promise<never>]);
  }
  async function add(config: ServerConfig, n: number): Promise<Told> {
    const port = await freePort();
    writeFileSync(fileOf(n), JSON.stringify({ ...config, port }), { mode: 0o600 });
    const told = await run(n);
    urls[n] = told.url;
    return told;
  }
  async function end(n: number): Promise<void> {
    const child = children.get(n);
    children.delete(n);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  return {
    urls,
    async start({ config }) {
      common = config;
      const told = await add(config, 0);
      const close = async (): Promise<void> => {
        ending = true;
        await Promise.all([...children.keys()].map(end));
        rmSync(dir, { recursive: true, force: true });
      };
      return { ...told, close };
    },
    async startOthers() {
      for (let n = 1; n < count; n++) if (common) await add(common, n);
    },
    pid: (n) => children.get(n)?.pid,
    async kill(n) {
      if (ending || !children.has(n)) return;
      await end(n);
      await run(n);
    },
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@holdfast/testkit/ports';
import { setupCode } from '@holdfast/testkit/signer';
import { type Pair, type Place, passphrase } from './harness.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A signer as an operator runs it: its own process, killed without warning and started again on the same port. */
export interface Process {
  readonly place: Place;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** It does nothing more, and everything waits for it, until it goes on. */
  pause(): void;
  goOn(): void;
}

export async function createProcess(pair: Pair, place: Place): Promise<Process> {
  const port = await freePort();
  const file = join(pair.dir, `${place.id}.json`);
  mkdirSync(pair.dir, { recursive: true });
  writeFileSync(place.config.passphraseFile, passphrase, { mode: 0o600 });
  writeFileSync(place.config.setupCodeFile, setupCode, { mode: 0o600 });
  writeFileSync(file, JSON.stringify({ ...place.config, listen: { host: '127.0.0.1', port } }));
  place.url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  return {
    place,
    start: async () => {
      const started = spawn(process.execPath, [main, 'run', '--config', file], { stdio: ['ignore', 'pipe', 'pipe'] });
      let errors = '';
      started.stderr?.on('data', (data: Buffer) => {
        errors += data.toString();
      });
      const listening = new Promise<void>((resolve, reject) => {
        started.stdout?.on('data', (data: Buffer) => {
          if (data.includes('listening')) resolve();
        });
        started.once('exit', (code) => reject(new Error(`the signer ended with ${code}: ${errors}`)));
      });
      child = started;
      await listening;
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    pause: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
  };
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compiled } from './bundles.ts';
import { StartError } from './options.ts';

export interface ProcessSpec {
  readonly name: string;
  /** Entry file and its arguments, run by this Node. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Start it anew whenever a source file changes. */
  readonly watch?: boolean;
  /** Answers 2xx once the process can work. */
  readonly healthUrl: string;
}

export interface Supervised {
  readonly name: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

const preload = pathToFileURL(path.join(import.meta.dirname, 'die-with-parent.ts')).href;
const startLimitMs = 60_000;
const stopLimitMs = 15_000;
const restartPauseMs = 300;

function tailOf(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-12).join('\n').trim();
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

async function ended(child: ChildProcess, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += 25) {
    if (child.exitCode !== null || child.signalCode !== null) return true;
    await sleep(25);
  }
  return false;
}

/** Runs a program of this repository to its end. @throws Error with what it complained of */
export async function run(args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', preload, ...args], { env: { ...compiled, ...process.env } });
}

/**
 * Runs one process of the sandbox, writes what it prints to `logs/NAME.log`, and starts it again when it ends without having
 * been asked to. Own process group: Ctrl-C reaches the launcher alone, which then stops everything in order.
 */
export async function supervise(
  spec: ProcessSpec,
  logDir: string,
  onEvent: (line: string) => void,
): Promise<Supervised> {
  mkdirSync(logDir, { recursive: true });
  const logFile = path.join(logDir, `${spec.name}.log`);
  let stopping = false;
  let child: ChildProcess;
  const launch = (): ChildProcess => {
    const log = openSync(logFile, 'a');
    const started = spawn(
      process.execPath,
      [...(spec.watch ? ['--watch'] : []), '--import', preload, spec.file, ...spec.args],
      {
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...compiled, ...process.env, ...spec.env },
      },
    );
    closeSync(log);
    started.once('exit', (code, signal) => {
      if (stopping) return;
      onEvent(`${spec.name} ended (${signal ?? code}), starting it again`);
      setTimeout(() => {
        if (!stopping) child = launch();
      }, restartPauseMs);
    });
    return started;
  };
  child = launch();
  const stop = async (): Promise<void> => {
    stopping = true;
    child.kill('SIGTERM');
    if (!(await ended(child, stopLimitMs))) child.kill('SIGKILL');
  };
  for (let waited = 0; !(await answers(spec.healthUrl)); waited += 100) {
    const dead = child.exitCode !== null;
    if (dead || waited > startLimitMs) {
      await stop();
      throw new StartError(
        `${spec.name} ${dead ? 'ended at its start' : 'does not answer'}:\n${tailOf(logFile)}\n(${logFile})`,
      );
    }
    await sleep(100);
  }
  return { name: spec.name, pid: () => child.pid, stop };
}

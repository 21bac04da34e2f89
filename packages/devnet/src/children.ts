import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Child {
  /** First capture of the ready pattern. */
  readonly ready: string;
  /** Resolves when the process is gone. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface ChildSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The line of output that says it works. */
  readonly readyLine: RegExp;
  readonly logFile: string;
}

const startLimitMs = 30_000;
const stopLimitMs = 5_000;
const keptLines = 8;

/**
 * Runs a program that knows nothing of us under a guard which ends it when our end of the pipe closes: by `stop`, or because
 * this process is gone, even by kill -9. (Background jobs of sh have no standard input, hence descriptor 3.)
 */
const guard =
  'exec 3<&0; "$0" "$@" 3<&- </dev/null & child=$!; (read -r _ <&3; kill -TERM $child; sleep 3; kill -KILL $child) >/dev/null 2>&1 & watch=$!; ' +
  'wait $child; code=$?; kill $watch 2>/dev/null; exit $code';

export const guarded = (spec: ChildSpec): ChildSpec => ({
  ...spec,
  command: '/bin/sh',
  args: ['-c', guard, spec.command, ...spec.args],
});

function exitOf(process: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve) => {
    process.once('error', (error) => resolve(`${name} cannot be started: ${error.message}`));
    // `close`, not `exit`: by then its last words have been read.
    process.once('close', (code, signal) => resolve(`${name} ended (${signal ?? code})`));
  });
}

async function whenReady(process: ChildProcess, spec: ChildSpec, exited: Promise<string>): Promise<string> {
  const lines: string[] = [];
  // Opened at once: a child that is stopped straight away may have its folder removed before a stream has opened its file.
  const log = createWriteStream(spec.logFile, { fd: openSync(spec.logFile, 'w') });
  process.stderr?.on('data', (chunk: Buffer) => {
    log.write(chunk);
    lines.push(...String(chunk).trim().split('\n'));
    lines.splice(0, lines.length - keptLines);
  });
  const found = new Promise<string>((resolve) => {
    if (!process.stdout) return;
    createInterface({ input: process.stdout }).on('line', (line) => {
      log.write(`${line}\n`);
      lines.push(line);
      lines.splice(0, lines.length - keptLines);
      const match = spec.readyLine.exec(line);
      if (match) resolve(match[1] ?? '');
    });
  });
  const failed = Promise.race([exited, sleep(startLimitMs, `${spec.name} did not get ready`, { ref: false })]);
  const ready = await Promise.race([found, failed.then((why) => ({ why }))]);
  if (typeof ready === 'string') return ready;
  process.kill('SIGKILL');
  throw new Error([ready.why, ...lines, `(${spec.logFile})`].join('\n'));
}

/**
 * Starts a child in a process group of its own (Ctrl-C reaches only its parent, which ends it in order) that ends when its
 * standard input does. @throws Error with its last lines when it does not get ready
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const process = spawn(spec.command, spec.args, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  process.stdin.on('error', () => undefined); // the child went first
  const exited = exitOf(process, spec.name);
  const ready = await whenReady(process, spec, exited);
  const stop = async (): Promise<void> => {
    process.stdin.end();
    const late = await Promise.race([exited, sleep(stopLimitMs, undefined, { ref: false })]);
    if (late === undefined) process.kill('SIGKILL');
    await exited;
  };
  return { ready, exited, stop };
}

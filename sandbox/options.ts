import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { devChainNames } from '@holdfast/devnet';

/** In this order, from the port that the user names. `vite` is the console with reload; `npm run dev` only. */
const listening = ['server', 'signer1', 'signer2', ...devChainNames, 'faucet', 'hooks', 'vite'] as const;
/** Where everything of one sandbox listens. */
export type Ports = Readonly<Record<(typeof listening)[number], number>>;

export interface Options {
  readonly data: string;
  readonly ports: Ports;
  readonly fresh: boolean;
  /** Restart processes when their sources change, and serve the console by Vite. */
  readonly dev: boolean;
  /** Where several servers of this installation listen; `ports.server` is then whatever stands before them. */
  readonly servers?: readonly number[];
}

/** A start that cannot go on for a reason its user can mend; printed without a stack. */
export class StartError extends Error {}

const defaultPort = 8700;
const marker = '.holdfast-sandbox';
export const lockName = 'sandbox.lock';

/** `--data DIR`, `--port N`, `--fresh`, `--dev`; anything else is refused by name. */
export function readOptions(argv: string[], defaultData: string): Options {
  let values: { data?: string; port?: string; fresh?: boolean; dev?: boolean };
  try {
    ({ values } = parseArgs({
      args: argv,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        fresh: { type: 'boolean' },
        dev: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nusage: npm start -- [--data DIR] [--port N] [--fresh]`);
  }
  const port = values.port === undefined ? defaultPort : Number(values.port);
  if (!Number.isInteger(port) || port < 1024 || port > 65_000)
    throw new StartError(
      `--port ${values.port}: give a number from 1024 to 65000 (${listening.length} ports in a row are used)`,
    );
  return {
    data: path.resolve(values.data ?? defaultData),
    ports: portsFrom(port),
    fresh: values.fresh ?? false,
    dev: values.dev ?? false,
  };
}

export const portsFrom = (first: number): Ports =>
  Object.fromEntries(listening.map((name, offset) => [name, first + offset])) as Ports;

/** Makes the data folder, or says what is in the way. A folder with things in it that no sandbox made is not taken. */
export function openDataFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    const mark = path.join(dir, marker);
    if (!existsSync(mark) && readdirSync(dir).length > 0)
      throw new StartError(`${dir} holds things that Holdfast did not make: choose another folder with --data DIR`);
    accessSync(dir, constants.W_OK | constants.X_OK);
    // PostgreSQL does not run as root: its account must be able to pass through. What is secret below has a mode of its own.
    if (process.getuid?.() === 0) chmodSync(dir, 0o711);
    writeFileSync(mark, 'Data of a Holdfast sandbox. `npm start -- --fresh` empties this folder.\n');
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the data folder ${dir} cannot be written: ${(error as Error).message}`);
  }
}

/** `--fresh`, once the lock is held: everything but the lock and the mark goes. */
export function emptyDataFolder(dir: string): void {
  for (const entry of readdirSync(dir))
    if (entry !== marker && entry !== lockName) rmSync(path.join(dir, entry), { recursive: true });
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)));
  });
}

/** Refuses the start when a port is taken, naming it and what it is for. */
export async function checkPorts({ vite, ...ports }: Ports, dev: boolean): Promise<void> {
  const taken: string[] = [];
  for (const [use, port] of Object.entries(dev ? { ...ports, vite } : ports))
    if (!(await isFree(port))) taken.push(`${port} (${use})`);
  if (taken.length > 0)
    throw new StartError(`port ${taken.join(', ')} is busy: stop what listens there, or choose others with --port N`);
}

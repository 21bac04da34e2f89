import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface FaultOptions {
  readonly seed: number;
  readonly kills: number;
  /** Deposits and withdrawals together. */
  readonly orders: number;
  /** Server processes on one database, behind one address. */
  readonly servers: number;
  /** How often the rules are changed meanwhile. */
  readonly changes: number;
  /** For everything: what is not final by then is reported as stuck. */
  readonly minutes: number;
  /** Leave the data folder for a look afterwards. */
  readonly keep: boolean;
}

const usage =
  'usage: npm run faults -- [--seed N] [--kills 200] [--orders 1000] [--changes 6] [--servers 1] [--minutes 15] [--keep]';

function positive(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} ${text}: a whole number is needed\n${usage}`);
  return value;
}

/** @throws Error with the usage */
export function readFaultOptions(argv: string[]): FaultOptions {
  const text = { type: 'string' } as const;
  const options = {
    seed: text,
    kills: text,
    orders: text,
    changes: text,
    servers: text,
    minutes: text,
    keep: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: argv, options });
  return {
    seed: positive('seed', values.seed, randomInt(1, 2 ** 31)),
    kills: positive('kills', values.kills, 200),
    orders: positive('orders', values.orders, 1_000),
    changes: positive('changes', values.changes, 6),
    servers: Math.max(1, positive('servers', values.servers, 1)),
    minutes: positive('minutes', values.minutes, 15),
    keep: values.keep ?? false,
  };
}

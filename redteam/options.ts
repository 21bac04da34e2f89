import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface RedteamOptions {
  readonly seed: number;
  /** Random combinations beside what is scripted. */
  readonly random: number;
  /** Only attacks whose family or name contains this. */
  readonly only: string;
  /** Copies of the signer with a check removed, each attacked. */
  readonly mutants: boolean;
}
const usage = 'usage: npm run redteam -- [--seed N] [--random 1000] [--only NAME] [--no-mutants]';

function whole(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} ${text}: a whole number is needed\n${usage}`);
  return value;
}

/** @throws Error with the usage */
export function readRedteamOptions(args: string[]): RedteamOptions {
  const text = { type: 'string' } as const;
  const options = { seed: text, random: text, only: text, mutants: { type: 'boolean', default: true } } as const;
  const { values } = parseArgs({ args, options, allowNegative: true });
  return {
    seed: whole('seed', values.seed, randomInt(1, 2 ** 31)),
    random: whole('random', values.random, 1_000),
    only: values.only ?? '',
    mutants: values.mutants,
  };
}

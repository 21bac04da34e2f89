import { randomFrom } from '@holdfast/testkit/random';
import { scripted } from './attacks/index.ts';
import type { Fixture } from './fixture.ts';
import { attackMutants, type MutantResult, mutants } from './mutants.ts';
import { randomAttack } from './mutators.ts';
import type { RedteamOptions } from './options.ts';
import { type Finding, realSigner, runAttacks } from './run.ts';

/** A piece of the work on two signers, done by whichever process is free. */
export type Task =
  /** Scripted attacks, by their places among those that were chosen. */
  | { readonly what: 'scripted'; readonly from: number; readonly to: number }
  /** All random ones: each goes on from where the one before left the numbers. */
  | { readonly what: 'random' }
  /** One copy of the signer, by its name. */
  | { readonly what: 'copy'; readonly name: string };

export interface Done {
  readonly task: Task;
  readonly findings: readonly Finding[];
  readonly copies: readonly MutantResult[];
}

/** So many attacks share a pair of signers. */
const together = 40;

export const chosenAttacks = ({ only }: Pick<RedteamOptions, 'only'>) =>
  scripted.filter(({ family, name }) => `${family}: ${name}`.includes(only));

/** All there is to do, what takes longest first: a copy whose check another one covers stands everything that it is given. */
export function tasksOf({ only, random, mutants: withCopies }: RedteamOptions): Task[] {
  const { length } = chosenAttacks({ only });
  const scripts = Array.from({ length: Math.ceil(length / together) }, (_, n): Task => {
    const from = n * together;
    return { what: 'scripted', from, to: Math.min(from + together, length) };
  });
  const named = withCopies ? mutants.filter(({ name }) => name.includes(only)) : [];
  const slowFirst = [...named].sort((a, b) => Number(b.coveredBy !== undefined) - Number(a.coveredBy !== undefined));
  return [
    ...(random > 0 ? [{ what: 'random' } as const] : []),
    ...scripts,
    ...slowFirst.map(({ name }): Task => ({ what: 'copy', name })),
  ];
}

async function runTask(base: Fixture, task: Task, options: RedteamOptions): Promise<Omit<Done, 'task'>> {
  const { seed, random } = options;
  if (task.what === 'copy') {
    const named = mutants.filter(({ name }) => name === task.name);
    return { findings: [], copies: await attackMutants(base, scripted, named, { seed }) };
  }
  const source = randomFrom(seed);
  const attacks =
    task.what === 'scripted'
      ? chosenAttacks(options).slice(task.from, task.to)
      : Array.from({ length: random }, (_, n) => randomAttack(source, n));
  return { findings: await runAttacks(base, attacks, realSigner), copies: [] };
}

/** @param base is built once for all tasks of a process */
export const doTask = async (base: Fixture, task: Task, options: RedteamOptions): Promise<Done> => ({
  task,
  ...(await runTask(base, task, options)),
});

import type { Attack } from '../attack.ts';
import { part } from '../removed/part.ts';
import type { Program, Removed } from './program.ts';

/** An attack on a part of our programs by itself, and the copies in which the check that stops it is missing. */
export interface PartAttack extends Attack<Program> {
  readonly without: readonly Removed[];
}

/** A check left out of a package: `find` stands once in the file below its `src`. */
export const without =
  (from: string) =>
  (name: string, file: string, find: string, replace = '', coveredBy?: string): Removed => ({
    ...part(name, file, find, replace, coveredBy),
    from,
  });

/** Collects the attacks of a family. */
export function parts(family: string) {
  const all: PartAttack[] = [];
  const add = (name: string, expect: string, removed: readonly Removed[], run: PartAttack['run']): void => {
    all.push({ family, name, expect: [expect], control: removed.length === 0, alone: true, without: removed, run });
  };
  return {
    all,
    /** What has to come of it, and does not in a copy. */
    attack: (name: string, expect: string, removed: Removed | readonly Removed[], run: PartAttack['run']): void =>
      add(name, expect, [removed].flat(), run),
    control: (name: string, expect: string, run: PartAttack['run']): void => add(name, expect, [], run),
  };
}

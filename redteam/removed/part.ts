import type { Change } from '../sources.ts';

/** A copy in which one place is another. */
export interface Mutant extends Change {
  readonly name: string;
  /** Why no attack can notice: which other check refuses the same. */
  readonly coveredBy?: string;
  /** The family that is to notice it, tried first. */
  readonly family?: string;
  /** The attack on a whole installation that notices it as well. */
  readonly play?: string;
}

export const part = (name: string, file: string, find: string, replace = '', coveredBy?: string): Mutant => ({
  name,
  file,
  find,
  replace,
  ...(coveredBy === undefined ? {} : { coveredBy }),
});

/** Those that one family of attacks is to notice. */
export const noticedBy = (family: string, mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, family }));

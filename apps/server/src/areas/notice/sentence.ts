import type { Language } from '@holdfast/contract';

/** A sentence in both languages; `{name}` is one of the facts. */
export type Both = Readonly<Record<Language, string>>;
export interface Sentence {
  /** Without amounts, payees, and who asked. */
  readonly plain: Both;
  /** What the console says, and whoever asked to be told in full. */
  readonly full?: Both;
}

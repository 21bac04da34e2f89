import type { Leaf, Phrase } from '../../src/phrase.ts';
import type { RuleWord } from '../../src/words.en.ts';

/** A sentence as somebody hears it in one language: what the language's text leaves out is not heard. */
export interface Heard {
  readonly word: RuleWord;
  /** By the name of its place in the text. */
  readonly parts: Readonly<Record<string, readonly (Heard | Leaf)[]>>;
}

export type Words = Readonly<Record<RuleWord, string>>;

export function hear(words: Words, phrase: Phrase<RuleWord>): readonly (Heard | Leaf)[] {
  if ('shown' in phrase) return phrase.shown === '' ? [] : [phrase];
  if ('all' in phrase) return phrase.all.flatMap((part) => hear(words, part));
  if (words[phrase.word] === '') return [];
  const said = Object.entries(phrase.with).filter(([name]) => words[phrase.word].includes(`{${name}}`));
  return [{ word: phrase.word, parts: Object.fromEntries(said.map(([name, part]) => [name, hear(words, part)])) }];
}

/** Every leaf below. */
export const leavesOf = (heard: readonly (Heard | Leaf)[]): Leaf[] =>
  heard.flatMap((one) => ('shown' in one ? [one] : Object.values(one.parts).flatMap(leavesOf)));

/** The one leaf of a kind below; an error where the language does not say it. */
export function only(heard: readonly (Heard | Leaf)[] | undefined, is: Leaf['is']): Leaf {
  const found = leavesOf(heard ?? []).filter((leaf) => leaf.is === is);
  const [one] = found;
  if (!one || found.length > 1) throw new Error(`the sentence says ${found.length} times: ${is}`);
  return one;
}

/** An address as it is shown, in blocks, without them. */
export const joined = ({ shown }: Leaf): string => shown.replaceAll(' ', '');

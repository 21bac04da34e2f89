/** What a leaf of a sentence is: how its `shown` text is read, and what `of` holds. */
export type Meaning =
  /** A name or sign that decides nothing. */
  | 'text'
  | 'chain'
  /** `of` the address; `shown` in blocks. */
  | 'contract'
  /** `of` base units; `shown` decimal text with its symbol, or the units themselves. */
  | 'units'
  /** `of` cents; `shown` decimal text with USD. */
  | 'cents'
  | 'hours'
  /** `of` hundredths of a percent; `shown` the percentage. */
  | 'percent'
  | 'wallet'
  | 'member'
  /** `of` the hash of an entry of the address book. */
  | 'entry'
  /** `of` a selector. */
  | 'method'
  | 'threshold';

/** Something shown as it is in every language, with the value that it was made from. */
export interface Leaf {
  readonly is: Meaning;
  readonly shown: string;
  readonly of: string;
}

/**
 * A sentence before it has a language: a text of the language filled with phrases, phrases in a row, or a leaf. What it says can be decided by its
 * words and leaves alone, so that a test can hold it against what signers do.
 */
export type Phrase<W extends string> =
  | Leaf
  | { readonly word: W; readonly with: Readonly<Record<string, Phrase<W>>> }
  | { readonly all: readonly Phrase<W>[]; readonly by?: W };

export const leaf = (is: Meaning, of: string, shown = of): Leaf => ({ is, of, shown });

/** Nothing is said. */
export const silent = { all: [] } as const;

type SayWords<W extends string> = (key: W, params?: Readonly<Record<string, string>>) => string;

/** The sentence in one language. */
export function textOf<W extends string>(say: SayWords<W>, phrase: Phrase<W>): string {
  if ('shown' in phrase) return phrase.shown;
  if ('all' in phrase)
    return phrase.all.map((part) => textOf(say, part)).join(phrase.by === undefined ? '' : say(phrase.by));
  const params = Object.entries(phrase.with).map(([name, part]) => [name, textOf(say, part)] as const);
  return say(phrase.word, Object.fromEntries(params));
}

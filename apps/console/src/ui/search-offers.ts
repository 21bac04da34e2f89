/** A value of a filter that somebody may mean by what they type in a search box. */
export interface SearchOffer {
  readonly key: string;
  /** Of which filter, as "Status". */
  readonly what: string;
  /** What it is called, and found by. */
  readonly name: string;
  /** What comes with it. */
  readonly detail?: string | undefined;
  /** Sets the filter. It takes the word out of the search too. */
  readonly pick: () => void;
}

/** As many are read at a glance. */
const most = 6;
/** Scripts that set no spaces between words: any character may begin one, and one alone says something. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const between = /(?<=\p{sc=Han})\s+(?=\p{sc=Han})/gu;
const partOfWord = /[\p{L}\p{N}]/u;

/** Without case, accents and full-width forms, as people type a name that they know by ear. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim().replace(between, '');

/** Does a word begin there? */
function begins(name: string, at: number): boolean {
  const before = name.slice(0, at).at(-1) ?? '';
  return !partOfWord.test(before) || unspaced.test(name.charAt(at));
}

/** How well a name fits, the less the better: it is all of it, it begins so, or a word of it does. Undefined where it does not. */
function fitOf(typed: string, name: string): number | undefined {
  if (name === typed) return 0;
  // One letter begins nearly everything.
  if (typed.length < 2 && !unspaced.test(typed)) return undefined;
  if (name.startsWith(typed)) return 1;
  for (let at = name.indexOf(typed); at > 0; at = name.indexOf(typed, at + 1)) if (begins(name, at)) return 2;
  return undefined;
}

/** Those whose names fit what is typed, the best first, and of one fit as they came. */
export function fitting<T extends { readonly name: string }>(typed: string, named: readonly T[]): readonly T[] {
  const text = plain(typed);
  if (text === '') return [];
  return named
    .flatMap((one) => {
      const fit = fitOf(text, plain(one.name));
      return fit === undefined ? [] : [{ one, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .slice(0, most)
    .map(({ one }) => one);
}

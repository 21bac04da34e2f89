/** A value of a filter that somebody may mean by what they type in a search box. */
export interface SearchOffer {
  readonly key: string;
  /** Of which filter, as "Status". */
  readonly what: string;
  /** What it is called, and found by. */
  readonly name: string;
  /** Another word for it, which people know it by elsewhere. */
  readonly also?: string | undefined;
  /** What comes with it. */
  readonly detail?: string | undefined;
  /** Sets the filter. It takes what is typed out of the search too; the box searches for the words that are left. */
  readonly pick: () => void;
}

/** What fits, and the words of the box that say nothing of it. */
interface Fitting<T> {
  readonly one: T;
  /** '' where all that is typed is its name. */
  readonly rest: string;
}

/** As many are read at a glance. */
const most = 6;
/** Nobody types more names at once; every run of the words is looked at. */
const wordsMost = 8;
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

interface Run {
  readonly text: string;
  readonly rest: string;
}

/** Words that stand one after the other, the longest run first: all that is typed, and each word by itself last. */
function runsOf(typed: string): readonly Run[] {
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const whole = { text: plain(typed), rest: '' };
  if (words.length > wordsMost) return [whole];
  const parts = words.flatMap((_, start) =>
    words.slice(start).map((_word, more) => ({ start, end: start + more + 1, length: more + 1 })),
  );
  return parts
    .filter(({ length }) => length < words.length)
    .sort((a, b) => b.length - a.length || a.start - b.start)
    .map(({ start, end }) => ({
      text: plain(words.slice(start, end).join(' ')),
      rest: words.toSpliced(start, end - start).join(' '),
    }))
    .toSpliced(0, 0, whole)
    .filter(({ text }) => text !== '');
}

type Called = Pick<SearchOffer, 'name' | 'also'>;

/** The longest run that a name fits, and how well. */
function bestOf<T extends Called>(runs: readonly Run[], one: T) {
  const names = [one.name, ...(one.also === undefined ? [] : [one.also])].map(plain);
  for (const [at, { text, rest }] of runs.entries()) {
    const fits = names.flatMap((name) => fitOf(text, name) ?? []);
    if (fits.length > 0) return { one, rest, at, fit: Math.min(...fits) };
  }
  return undefined;
}

/**
 * Those whose names fit what is typed, or some of its words. What fits all of it comes first. Of the others each run of words gives its best in turn, so that no word
 * keeps another one's names out of sight; of one fit they stay as they came.
 */
export function fitting<T extends Called>(typed: string, named: readonly T[]): readonly Fitting<T>[] {
  const runs = runsOf(typed);
  const found = named.flatMap((one) => bestOf(runs, one) ?? []);
  const groups = Map.groupBy(
    found.sort((a, b) => a.fit - b.fit),
    ({ at }) => at,
  );
  return [...groups.values()]
    .flatMap((group) => group.map((one, turn) => ({ ...one, turn: one.rest === '' ? -1 : turn })))
    .sort((a, b) => a.turn - b.turn || a.at - b.at)
    .slice(0, most)
    .map(({ one, rest }) => ({ one, rest }));
}

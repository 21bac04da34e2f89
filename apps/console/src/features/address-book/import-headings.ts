import { payeeColumns } from '@holdfast/contract';

type Book = keyof typeof payeeColumns;

/** Headings that can mean nothing else; the last two are “network” and “chain” in Chinese. */
const synonyms: Readonly<Record<string, string>> = {
  chain: 'network',
  blockchain: 'network',
  '\u7f51\u7edc': 'network',
  '\u94fe': 'network',
};
/** What our own files have beside the payee: an export tells what became of it, and a file of faulty rows what is wrong. No import needs them. */
const told: readonly string[] = ['type', 'status', 'payable_from', 'last_paid_at', 'payments', 'fault'];
/** More changes than these, and it is another word. */
const slips = 2;

/** How many letters must be put in, left out or changed to make one of the other. */
function changes(a: string, b: string): number {
  let last = [...b, ''].map((_, at) => at);
  [...a].forEach((letter, row) => {
    const next = [row + 1];
    [...b].forEach((other, at) => {
      const changed = (last[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (last[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    });
    last = next;
  });
  return last.at(-1) ?? 0;
}

/** A column of a file that is not read, and which one it may have been meant for. */
export interface Unread {
  readonly heading: string;
  readonly near?: string;
}
export interface Headings {
  /** Under which heading of the file a column stands. */
  readonly headingOf: (column: string) => string;
  readonly unread: readonly Unread[];
}

/**
 * Which columns a file has, by its headings in lower case. A synonym is read where nothing else stands for the same column: of two, somebody must say which one counts.
 * @param isFilled whether anything stands under a heading: nobody misses an empty column
 */
export function readHeadings(
  headings: readonly string[],
  book: Book,
  isFilled: (heading: string) => boolean,
): Headings {
  const columns: readonly string[] = payeeColumns[book];
  const places = new Map(columns.filter((one) => headings.includes(one)).map((one) => [one, one]));
  for (const column of columns) {
    const meant = headings.filter((heading) => synonyms[heading] === column);
    if (!places.has(column) && meant[0] !== undefined && meant.length === 1) places.set(column, meant[0]);
  }
  const read = new Set([...places.values(), ...told]);
  const missing = columns.filter((column) => !places.has(column));
  const unread = headings
    .filter((heading) => !read.has(heading) && isFilled(heading))
    .map((heading): Unread => {
      const near = missing.find((column) => synonyms[heading] === column || changes(heading, column) <= slips);
      return near === undefined ? { heading } : { heading, near };
    });
  return { headingOf: (column) => places.get(column) ?? column, unread };
}

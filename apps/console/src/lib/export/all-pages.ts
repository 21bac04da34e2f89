/** One page of a list that the server hands out newest first. */
interface Page<T> {
  readonly list: readonly T[];
  readonly total: number;
}

interface Asked {
  readonly page: number;
  /** Only what was created before: new rows would push the others on to the next page. */
  readonly end: Date | undefined;
}

interface Options<T> {
  readonly pageSize: number;
  readonly signal: AbortSignal;
  readonly ask: (asked: Asked) => Promise<Page<T>>;
  readonly keyOf: (row: T) => string;
  /** After every page: rows so far, and how many there are as far as the server counts. */
  readonly onPage: (rows: readonly T[], done: number, total: number) => void;
}

/**
 * Reads a list to its end, page by page. What is created meanwhile is not in it; no row is given twice.
 * @returns how many rows there were
 * @throws what `ask` throws, and the signal's reason once it is aborted
 */
export async function readAllPages<T extends { readonly created_at: Date }>(options: Options<T>): Promise<number> {
  const { pageSize, signal, ask, keyOf, onPage } = options;
  const seen = new Set<string>();
  let end: Date | undefined;
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const { list, total } = await ask({ page, end });
    signal.throwIfAborted();
    const fresh = list.filter((row) => !seen.has(keyOf(row)));
    for (const row of fresh) seen.add(keyOf(row));
    const [newest] = list;
    if (page === 1 && newest) end = new Date(newest.created_at.getTime() + 1);
    onPage(fresh, seen.size, Math.max(total, seen.size));
    if (list.length < pageSize) return seen.size;
  }
}

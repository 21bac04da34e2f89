import { expect, it } from 'vitest';
import { readAllPages } from './all-pages.ts';

const rowAt = (id: number) => ({ id, created_at: new Date(1_000_000 + id * 1_000) });
type Row = ReturnType<typeof rowAt>;

/** A list that grows by a row with every page that is asked for, newest first. */
function growing(count: number, pageSize: number) {
  const rows = Array.from({ length: count }, (_, id) => rowAt(id + 1));
  return async ({ page, end }: { page: number; end: Date | undefined }) => {
    const shown = rows.filter((row) => !end || row.created_at < end).sort((a, b) => b.id - a.id);
    rows.push(rowAt(rows.length + 1));
    return { list: shown.slice((page - 1) * pageSize, page * pageSize), total: Math.min(shown.length, 30) };
  };
}
const read = (ask: ReturnType<typeof growing>, pageSize: number, signal = new AbortController().signal) => {
  const got: Row[] = [];
  const totals: number[] = [];
  const onPage = (rows: readonly Row[], _done: number, total: number): void => {
    got.push(...rows);
    totals.push(total);
  };
  const count = readAllPages({ pageSize, signal, ask, keyOf: ({ id }) => String(id), onPage });
  return { count, got, totals };
};

it('every row that was there at the start is read once, though new ones arrive and the count stops early', async () => {
  for (const count of [0, 1, 9, 10, 11, 95]) {
    const { count: done, got, totals } = read(growing(count, 10), 10);
    expect(await done).toBe(count);
    expect(got.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, at) => count - at));
    expect(totals.every((total, at) => total >= Math.min((at + 1) * 10, count))).toBe(true);
  }
});

it('it stops asking as soon as it is cancelled', async () => {
  const stop = new AbortController();
  let asked = 0;
  const ask = growing(100, 10);
  const counted: typeof ask = async (what) => {
    asked += 1;
    if (asked === 3) stop.abort();
    return await ask(what);
  };
  const { count, got } = read(counted, 10, stop.signal);
  await expect(count).rejects.toThrow(/abort/i);
  expect(asked).toBe(3);
  expect(got).toHaveLength(20);
});

it('a page that cannot be had ends it with its error', async () => {
  const { count } = read(async () => Promise.reject(new Error('down')), 10);
  await expect(count).rejects.toThrow('down');
});

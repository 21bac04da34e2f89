import { formats } from '../../exports/formats/index.ts';
import type { ExportSource, Say } from '../../exports/source.ts';
import { refuse } from '../../refuse.ts';
import { askNow } from './access.ts';
import type { ExportDeps } from './deps.ts';
import type { ExportRecord, Mark } from './queries.ts';
import * as queries from './queries.ts';
import { partRows } from './rules.ts';

const none = Buffer.alloc(0);
const ended = () => refuse('itemNotFound', {});

/** What a file has in it, by the words of whoever asked for it. */
const sayOf = (words: Readonly<Record<string, string>>): Say => {
  const known = new Map(Object.entries(words));
  return (key, fallback) => known.get(key) ?? fallback;
};

/**
 * The file from a mark on, part by part. Each part is kept as a mark before it leaves, so whatever somebody has of the file, a mark stands at or before its end.
 * Nothing is read before the part before it was taken off: a slow reader makes the list wait, not the memory grow.
 * @throws itemNotFound once it is cancelled or another run has begun; as `askNow` once the session may not read the list any more
 */
export async function* writeFile(
  deps: ExportDeps,
  source: ExportSource,
  record: ExportRecord,
  from: Mark | undefined,
): AsyncGenerator<Buffer> {
  const { db } = deps;
  const say = sayOf(record.words as Record<string, string>);
  const format = formats[record.format as keyof typeof formats];
  const headings = source.columns.map((name) => say(`column.${name}`, name));
  const keep = async (mark: Mark): Promise<Mark> => {
    if (!(await queries.keepMark(db, record, mark))) throw ended();
    return mark;
  };
  let mark = from;
  if (!mark) {
    await askNow(deps, source, record);
    const { bytes, state } = await format.start(headings);
    mark = await keep({ bytes: bytes.length, rows: 0, after: {}, state });
    yield bytes;
  }
  while (!mark.after.end) {
    const ask = await askNow(deps, source, record);
    const { rows, next } = await source.read(ask, mark.after.place, partRows, say);
    const { bytes, state } =
      rows.length > 0 ? await format.part(rows, mark.state, headings) : { bytes: none, state: mark.state };
    const after = next === undefined ? { end: true } : { place: next };
    mark = await keep({ bytes: mark.bytes + bytes.length, rows: mark.rows + rows.length, after, state });
    yield bytes;
  }
  const tail = await format.end(mark.state);
  if (!(await queries.finish(db, record, { rows: mark.rows, bytes: mark.bytes + tail.length }))) throw ended();
  yield tail;
}

import write from 'write-excel-file/browser';

export interface Sheet {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const widthMax = 48;
const sampled = 200;

/** In characters: the widest of the first rows. */
const widthOf = ({ headings, rows }: Sheet, at: number): number =>
  Math.min(
    widthMax,
    2 + Math.max(headings[at]?.length ?? 0, ...rows.slice(0, sampled).map((row) => row[at]?.length ?? 0)),
  );

addEventListener('message', ({ data }: MessageEvent<Sheet>) => {
  const { headings, rows } = data;
  const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((row) => row.map((value) => (value === '' ? null : { value, type: String })));
  const columns = headings.map((_, at) => ({ width: widthOf(data, at) }));
  const done = write([head, ...body], { columns, stickyRowsCount: 1 }).toBlob();
  void done.then(postMessage, (error: unknown) => reportError(error));
});

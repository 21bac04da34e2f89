import { useCallback, useMemo, useRef, useState } from 'react';

/** Rows that are ticked; they stay so when other rows are shown, until what is listed is another list. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  /** Ticks or unticks a row; with `through`, every row of `shown` from the last one that was clicked. */
  readonly toggle: (row: Row, shown: readonly Row[], through: boolean) => void;
  /** Ticks all of `shown`, or unticks them when all are. */
  readonly toggleAll: (shown: readonly Row[]) => void;
  /** Unticks these, wherever they stand. */
  readonly drop: (some: readonly Row[]) => void;
  readonly clear: () => void;
}

interface State<Row> {
  readonly list: string;
  readonly rows: ReadonlyMap<string, Row>;
}
const none = <Row>(): ReadonlyMap<string, Row> => new Map();

function between<Row>(shown: readonly Row[], one: number, other: number): readonly Row[] {
  return shown.slice(Math.min(one, other), Math.max(one, other) + 1);
}

/**
 * @param list names what is listed, the filter above all: another list begins with nothing ticked
 * @param keyOf at module level: one row, one key
 */
export function useSelection<Row>(list: string, keyOf: (row: Row) => string): Selection<Row> {
  const [state, setState] = useState<State<Row>>({ list, rows: none() });
  const last = useRef<string>(null);
  const rows = state.list === list ? state.rows : none<Row>();
  const change = useCallback(
    (edit: (rows: Map<string, Row>) => void) =>
      setState((old) => {
        const next = new Map(old.list === list ? old.rows : none<Row>());
        edit(next);
        return { list, rows: next };
      }),
    [list],
  );
  const set = useCallback(
    (some: readonly Row[], on: boolean) =>
      change((all) => {
        for (const row of some) on ? all.set(keyOf(row), row) : all.delete(keyOf(row));
      }),
    [change, keyOf],
  );
  return useMemo(
    () => ({
      rows,
      toggle: (row, shown, through) => {
        const at = (key: string | null): number => shown.findIndex((other) => keyOf(other) === key);
        const from = through ? at(last.current) : -1;
        last.current = keyOf(row);
        set(from < 0 ? [row] : between(shown, from, at(keyOf(row))), !rows.has(keyOf(row)));
      },
      toggleAll: (shown) => set(shown, !shown.every((row) => rows.has(keyOf(row)))),
      drop: (some) => set(some, false),
      clear: () => setState({ list, rows: none() }),
    }),
    [rows, set, keyOf, list],
  );
}

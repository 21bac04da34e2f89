import type { ReactNode } from 'react';
import type { Screen } from '../use-screen.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Of the table's width, beside the others'; the table is as wide as its place. */
  readonly share: number;
  /** To the right, as numbers are. */
  readonly numeric?: boolean;
  /** The narrowest screen that has room for it; all have when missing. */
  readonly from?: 'md' | 'lg' | 'xl';
  /** Cannot be left out: it names the row. */
  readonly fixed?: boolean;
  readonly sortable?: boolean;
  /** What is clicked here does not open the row: it has controls of its own. */
  readonly own?: boolean;
  /** What a phone draws in its place; null where another column tells it there. */
  readonly phone?: ((row: Row) => ReactNode) | null;
  /** On a phone nothing stands beside it. */
  readonly line?: boolean;
}

/** Which column, and which way. */
export interface Sort {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

const widths: readonly Screen[] = ['sm', 'md', 'lg', 'xl'];
const widthOf = (screen: Screen): number => widths.indexOf(screen);

/** The columns that a screen has room for. */
export const fittingColumns = <Row>(columns: readonly Column<Row>[], screen: Screen): readonly Column<Row>[] =>
  columns.filter(({ from }) => widthOf(from ?? 'sm') <= widthOf(screen));

/** A phone draws a row as lines: headings stand over its name, and over numbers, which are at the other end. */
export const headedColumns = <Row>(columns: readonly Column<Row>[], screen: Screen): readonly Column<Row>[] =>
  screen === 'sm' ? columns.filter(({ numeric }, at) => at === 0 || numeric) : columns;

/** The columns that are shown, in their order; those that name the row always are. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], hidden: readonly string[]): readonly Column<Row>[] =>
  columns.filter(({ key, fixed }) => fixed || !hidden.includes(key));

/** What a click on a heading asks for: down first, then up, then down again. */
export const nextSort = (sort: Sort | undefined, key: string): Sort => ({
  key,
  order: sort?.key === key && sort.order === 'desc' ? 'asc' : 'desc',
});

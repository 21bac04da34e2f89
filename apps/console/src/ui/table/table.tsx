import { memo, type ReactNode, useMemo, useRef } from 'react';
import { cn } from '../cn.ts';
import { Skeleton } from '../feedback.tsx';
import { useScreen } from '../use-screen.ts';
import { type Column, fittingColumns, headedColumns, type Sort } from './columns.ts';
import { TableHead } from './head.tsx';
import { TableRow } from './row.tsx';
import { rowEvents } from './row-events.ts';
import { useRowWindow } from './use-row-window.ts';
import type { Selection } from './use-selection.ts';

interface TableProps<Row> {
  /** What the rows are, for those who do not see them. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Missing while they load. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** Names a row where it is ticked. */
  readonly nameOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  readonly selection?: Selection<Row>;
  /** What stands above a row, by its index: rows of lists that are drawn whole alone, as the room of what is not drawn does not count it. */
  readonly headings?: ReadonlyMap<number, ReactNode>;
}

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** How much of what is shown is ticked; undefined where nothing can be. */
function tickedOf<Row>({ rows = [], keyOf, selection }: TableProps<Row>): 'none' | 'some' | 'all' | undefined {
  if (!selection) return undefined;
  const isTicked = (row: Row): boolean => selection.rows.has(keyOf(row));
  if (selection.rows.size === 0 || !rows.some(isTicked)) return 'none';
  return selection.rows.size >= rows.length && rows.every(isTicked) ? 'all' : 'some';
}

function WholeTable<Row>(props: TableProps<Row>): ReactNode {
  const screen = useScreen();
  const { label, rows, keyOf, nameOf, onOpen, sort, onSort, selection, headings } = props;
  const columns = useMemo(() => fittingColumns(props.columns, screen), [props.columns, screen]);
  const headed = headedColumns(columns, screen);
  const across = screen === 'sm' ? headed.length : undefined;
  const body = useRef<HTMLTableSectionElement>(null);
  const { drawn, before, after, measure, bring } = useRowWindow(body, rows?.length ?? 0);
  const shown = rows ?? [];
  const span = headed.length + (selection ? 1 : 0);
  return (
    <table className="vt vt-fixed" aria-label={label} aria-rowcount={rows ? rows.length + 1 : -1}>
      <Widths columns={headed} ticks={selection !== undefined} />
      <TableHead
        columns={headed}
        sort={sort}
        onSort={onSort}
        ticked={tickedOf(props)}
        onTickAll={() => selection?.toggleAll(shown)}
      />
      <tbody ref={body} {...rowEvents({ body, rows: shown, onOpen, selection, bring })}>
        <Room height={before} />
        {drawn.flatMap((index) => {
          const row = shown[index];
          if (row === undefined) return [];
          const [key, opens] = [keyOf(row), onOpen !== undefined];
          const ticked = selection?.rows.has(key);
          const rowProps = { row, index, columns, across, opens, measure, name: nameOf(row), ticked };
          const heading = headings?.get(index);
          const drawn = <TableRow key={key} {...rowProps} />;
          return heading === undefined
            ? [drawn]
            : [
                <Heading key={`above ${key}`} span={span}>
                  {heading}
                </Heading>,
                drawn,
              ];
        })}
        <Room height={after} />
        {!rows && <Loading columns={headed} ticks={selection !== undefined} />}
      </tbody>
    </table>
  );
}

function Widths<Row>({ columns, ticks }: { columns: readonly Column<Row>[]; ticks: boolean }): ReactNode {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  return (
    <colgroup>
      {ticks && <col className="tick" />}
      {columns.map((column) => (
        <col key={column.key} style={{ width: `${(100 * column.share) / total}%` }} />
      ))}
    </colgroup>
  );
}

/** Above the rows that belong together. */
const Heading = ({ span, children }: { span: number; children: ReactNode }): ReactNode => (
  <tr className="group">
    <th colSpan={span} scope="rowgroup">
      {children}
    </th>
  </tr>
);

/** In place of rows that are not drawn. */
const Room = ({ height }: { height: number }): ReactNode =>
  height > 0 && (
    <tr aria-hidden className="room">
      <td style={{ height }} />
    </tr>
  );

/** Rows to come. They cannot be opened, and nobody is told of them. */
function Loading<Row>({ columns, ticks }: { columns: readonly Column<Row>[]; ticks: boolean }): ReactNode {
  return skeletons.map((key) => (
    <tr key={key} aria-hidden>
      {ticks && <td className="tick" />}
      {columns.map((column) => (
        <td key={column.key} className={cn(column.numeric && 'n')}>
          <Skeleton className="w-2/3" />
        </td>
      ))}
    </tr>
  ));
}

/**
 * Rows of one kind: as many as there are, of which only those in sight are drawn; sorted by whoever hands them in. J, K and the arrows move, Enter
 * opens, X ticks. Whatever scrolls it is marked with `data-scrolls`. Drawn again only when its props change: keep columns and callbacks.
 */
export const Table = memo(WholeTable) as typeof WholeTable;

import { memo, type ReactNode } from 'react';
import { cn } from '../cn.ts';
import type { Column } from './columns.ts';

interface RowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly name: string;
  readonly opens: boolean;
  /** Missing where rows cannot be ticked. */
  readonly ticked: boolean | undefined;
  readonly measure: (row: HTMLTableRowElement | null) => void;
}

/** The table hears every click and key itself: so a row is drawn again only when what it shows has changed. */
const heardByTable = (): void => undefined;

function Row<Row>({ row, index, columns, name, opens, ticked, measure }: RowProps<Row>): ReactNode {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={ticked}
      className={cn(opens && 'cursor-pointer')}
    >
      {ticked !== undefined && (
        <td className="tick">
          <input type="checkbox" data-tick aria-label={name} checked={ticked} onChange={heardByTable} />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.key} className={cn(column.numeric && 'n')} data-own={column.own}>
          {at === 0 && opens ? (
            <button type="button" data-open className="block max-w-full text-left">
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** One row; the first column opens it for those who use no pointer. */
export const TableRow = memo(Row) as typeof Row;

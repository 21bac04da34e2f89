import { memo, type ReactNode } from 'react';
import { cn } from '../cn.ts';
import type { Column } from './columns.ts';

interface RowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  /** On a phone, under how many headings: it is drawn as lines then. */
  readonly across?: number | undefined;
  readonly name: string;
  readonly opens: boolean;
  /** Missing where rows cannot be ticked. */
  readonly ticked: boolean | undefined;
  readonly measure: (row: HTMLTableRowElement | null) => void;
}

/** The table hears every click and key itself: so a row is drawn again only when what it shows has changed. */
const heardByTable = (): void => undefined;

function Row<Row>({ row, index, columns, across, name, opens, ticked, measure }: RowProps<Row>): ReactNode {
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
      {across === undefined ? (
        columns.map((column, at) => (
          <td key={column.key} className={cn(column.numeric && 'n')} data-own={column.own}>
            {at === 0 && opens ? (
              <button type="button" data-open className="block max-w-full text-left">
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </td>
        ))
      ) : (
        <td colSpan={across}>
          <Pieces row={row} columns={columns} opens={opens} />
        </td>
      )}
    </tr>
  );
}

/**
 * A row on a phone: no columns, whose widths would be the same in every row, but each piece as wide as what is in it, beside the one before it where there is
 * room, else below.
 */
function Pieces<Row>({ row, columns, opens }: Pick<RowProps<Row>, 'row' | 'columns' | 'opens'>): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 py-1.5">
      {columns.map(({ key, cell, phone = cell, numeric, own, line }, at) => {
        if (phone === null) return null;
        const look = cn('min-w-0 max-w-full', line ? 'w-full' : at === 0 && 'grow', numeric && 'ml-auto text-right');
        return at === 0 && opens ? (
          <button key={key} type="button" data-open className={cn(look, 'text-left')}>
            {phone(row)}
          </button>
        ) : (
          <div key={key} data-own={own} className={look}>
            {phone(row)}
          </div>
        );
      })}
    </div>
  );
}

/** One row; the first column opens it for those who use no pointer. */
export const TableRow = memo(Row) as typeof Row;

import { type ReactNode, useState } from 'react';
import { Pager } from '../../ui/pager.tsx';
import { DraftRow, type RowActions } from './draft-row.tsx';
import type { Row, RowFinding } from './view.ts';

const pageSize = 50;

interface DraftRowsProps extends RowActions {
  readonly rows: readonly Row[];
  readonly of: (row: number) => RowFinding;
}

/** Every row with what there is to say of it, a page at a time. */
export function DraftRows({ rows, of, ...actions }: DraftRowsProps): ReactNode {
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(wanted, pages);
  return (
    <>
      <ol className="grid divide-y divide-line">
        {rows.slice((page - 1) * pageSize, page * pageSize).map((row) => (
          <DraftRow
            key={`${row.row}:${row.address}:${row.amount}:${row.memo}`}
            row={row}
            finding={of(row.row)}
            {...actions}
          />
        ))}
      </ol>
      {pages > 1 && <Pager page={page} pages={pages} total={rows.length} onPage={setPage} />}
    </>
  );
}

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../cn.ts';
import { type Column, nextSort, type Sort } from './columns.ts';

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  /** How many of the rows that are shown are ticked; missing where rows cannot be. */
  readonly ticked?: 'none' | 'some' | 'all' | undefined;
  readonly onTickAll: () => void;
}

function TickAll({ ticked, onTickAll }: Required<Pick<HeadProps<never>, 'ticked' | 'onTickAll'>>): ReactNode {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked === 'some';
  }, [ticked]);
  return (
    <input ref={box} type="checkbox" aria-label={t('table.all')} checked={ticked === 'all'} onChange={onTickAll} />
  );
}

function Heading<Row>({ column, sort, onSort }: Pick<HeadProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }) {
  const order = sort?.key === column.key ? sort.order : undefined;
  if (!column.sortable || !onSort) return column.title;
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 hover:text-fg"
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {column.title}
      {order === 'asc' ? <ArrowUp size={12} aria-hidden /> : order && <ArrowDown size={12} aria-hidden />}
    </button>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** The headings; those that sort are buttons. */
export function TableHead<Row>({ columns, sort, onSort, ticked, onTickAll }: HeadProps<Row>): ReactNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {ticked && (
          <th className="tick">
            <TickAll ticked={ticked} onTickAll={onTickAll} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            aria-sort={sort?.key === column.key ? ariaSort[sort.order] : undefined}
            className={cn(column.numeric && 'n')}
          >
            <Heading column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

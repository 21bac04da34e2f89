import type { ReactNode } from 'react';
import { Skeleton } from './feedback.tsx';

interface Heading {
  readonly text: string;
  /** Such as `max-md:hidden`; the cells of the column carry the same. */
  readonly className?: string;
}
interface PlainTableProps {
  readonly head: readonly Heading[];
  /** How many rows there seem to be while they load. */
  readonly shapes: number;
  /** The rows as `tr`; missing while they load. */
  readonly children: readonly ReactNode[] | undefined;
}

/** Headings and rows, or the rows' shapes while they load: for a list that is short enough to be neither sorted nor chosen from. */
export function PlainTable({ head, shapes, children }: PlainTableProps): ReactNode {
  return (
    <div className="overflow-x-auto">
      {/* Rows of two lines have air too, and the outer columns stand in line with the card's title. */}
      <table className="vt [&_td]:py-1.5 [&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4">
        <thead>
          <tr>
            {head.map(({ text, className }) => (
              <th key={text} className={className}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children ?? Array.from({ length: shapes }, (_, at) => shapeOf(at, head.length))}</tbody>
      </table>
    </div>
  );
}

const shapeOf = (key: number, columns: number): ReactNode => (
  <tr key={key}>
    <td colSpan={columns}>
      <Skeleton className="w-2/3" />
    </td>
  </tr>
);

import type { ReactNode } from 'react';

interface StatProps {
  readonly label?: string;
  /** The figure; nothing yet is a skeleton of the caller's. */
  readonly value: ReactNode;
  /** Change against before, in percent as text with its sign; colour goes with the sign. */
  readonly change?: string | undefined;
  /** Beside the change: over which time. */
  readonly note?: string;
}

/** One figure that is read from afar, with what it was before. */
export function Stat({ label, value, change, note }: StatProps): ReactNode {
  return (
    <div className="grid min-w-0 gap-0.5">
      {label && <span className="truncate text-mut text-xs">{label}</span>}
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <strong className="min-w-0 break-words font-semibold text-2xl tracking-tight tabular-nums">{value}</strong>
        {change && (
          <span className={change.startsWith('−') ? 'text-bad' : 'text-ok'}>
            {change} {note && <span className="text-mut">{note}</span>}
          </span>
        )}
      </div>
    </div>
  );
}

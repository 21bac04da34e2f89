import type { ReactNode } from 'react';
import { ringPath } from './paths.ts';

export interface Slice {
  readonly name: string;
  readonly value: number;
}

const colors = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)', 'var(--c7)'];

/** The gap between two parts, in turns. */
const gap = 0.004;

/** Where every part begins and ends, in turns; parts of nothing are left out. */
function turns(
  slices: readonly Slice[],
  total: number,
): { readonly from: number; readonly to: number; readonly color: string | undefined }[] {
  let from = 0;
  return slices.flatMap(({ value }, at) => {
    const part = { from, to: from + value / total, color: colors[at % colors.length] };
    from = part.to;
    return value > 0 ? [part] : [];
  });
}

/** Shares of a whole with their names and percentages beside: the ring alone says too little. */
export function Donut({ slices, label }: { slices: readonly Slice[]; label: string }): ReactNode {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const parts = total > 0 ? turns(slices, total) : [];
  const between = parts.length > 1 ? gap / 2 : 0;
  return (
    <div className="grid grid-cols-[130px_1fr] items-center gap-5">
      <svg viewBox="-65 -65 130 130" role="img" aria-label={label} className="h-[130px]">
        {total === 0 && <circle r="52" fill="none" stroke="var(--line)" strokeWidth="16" />}
        {parts.map(({ from, to, color }) => (
          <path key={from} d={ringPath(44, 60, from + between, Math.max(to - between, from + between))} fill={color} />
        ))}
      </svg>
      <ul className="grid gap-1">
        {slices.map((slice, at) => (
          <li key={slice.name} className="grid grid-cols-[10px_1fr_auto] items-center gap-2">
            <svg width="8" height="8" aria-hidden="true">
              <rect width="8" height="8" rx="2" fill={colors[at % colors.length]} />
            </svg>
            {slice.name}
            <span className="text-mut tabular-nums">
              {total > 0 ? `${((slice.value / total) * 100).toFixed(1)}%` : '--'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { arc, type PieArcDatum, pie } from 'd3-shape';
import type { ReactNode } from 'react';

export interface Slice {
  readonly name: string;
  readonly value: number;
}

const colors = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)', 'var(--c7)'];

/** Shares of a whole with their names and percentages beside: the ring alone says too little. */
export function Donut({ slices, label }: { slices: readonly Slice[]; label: string }): ReactNode {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const ring = arc<PieArcDatum<Slice>>().innerRadius(44).outerRadius(60).cornerRadius(2);
  const parts = pie<Slice>()
    .sort(null)
    .value((slice) => slice.value)
    .padAngle(total > 0 ? 0.02 : 0)([...slices]);
  return (
    <div className="grid grid-cols-[130px_1fr] items-center gap-5">
      <svg viewBox="-65 -65 130 130" role="img" aria-label={label} className="h-[130px]">
        {total === 0 && <circle r="52" fill="none" stroke="var(--line)" strokeWidth="16" />}
        {parts.map((part, at) => (
          <path key={part.data.name} d={ring(part) ?? ''} fill={colors[at % colors.length]} />
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

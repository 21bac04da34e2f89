import type { ReactNode } from 'react';
import { ticks } from './scale.ts';
import { useWidth } from './use-width.ts';

interface DayBarsProps {
  /** How many of each kind, in the order of `kinds`, the oldest day first. */
  readonly days: readonly { readonly end: Date; readonly counts: readonly number[] }[];
  readonly kinds: readonly { readonly name: string; readonly color: string }[];
  /** What is shown, with its sums: whoever does not see the bars has nothing else. */
  readonly label: string;
  readonly formatDay: (end: Date) => string;
}

const [height, bottom, top, right] = [120, 22, 6, 34];
const labelWidth = 90;

interface Part {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

/** Parts of one bar, each on top of the one before. */
function partsOf(counts: readonly number[], kinds: DayBarsProps['kinds']): Part[] {
  let from = 0;
  return kinds.flatMap(({ color }, at) => {
    const part = { at, from, to: from + (counts[at] ?? 0), color };
    from = part.to;
    return part.to > part.from ? [part] : [];
  });
}

/** Counts per day as stacked bars; each bar says its day and its figures on hover. Display only. */
export function DayBars({ days, kinds, label, formatDay }: DayBarsProps): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>();
  const most = Math.max(1, ...days.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
  const floor = height - bottom;
  const y = (value: number): number => floor - (value / most) * (floor - top);
  const step = Math.max(1, width - right) / Math.max(1, days.length);
  const bar = Math.max(1, Math.min(step - 1, 28));
  const every = Math.max(1, Math.ceil(labelWidth / step));
  return (
    <div ref={frame} className="h-[120px] min-w-0 overflow-hidden">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {ticks([0, most], 3)
            .filter(Number.isInteger)
            .map((tick) => (
              <g key={tick}>
                <line x1="0" x2={width - right} y1={y(tick)} y2={y(tick)} stroke="var(--line2)" />
                <text x={width} y={y(tick) + 4} fontSize="11" textAnchor="end" fill="var(--mut)">
                  {tick}
                </text>
              </g>
            ))}
          {days.map(({ end, counts }, day) => (
            <g key={end.getTime()}>
              <title>
                {[formatDay(end), ...kinds.map(({ name }, at) => `${name} ${counts[at] ?? 0}`)].join(' · ')}
              </title>
              <rect x={day * step} y={top} width={step} height={floor - top} fill="transparent" />
              {partsOf(counts, kinds).map(({ at, from, to, color }) => (
                <rect
                  key={at}
                  x={day * step + (step - bar) / 2}
                  y={y(to)}
                  width={bar}
                  height={y(from) - y(to)}
                  fill={color}
                />
              ))}
              {(days.length - 1 - day) % every === 0 && (
                <text
                  x={day * step + step / 2}
                  y={height - 5}
                  fontSize="11"
                  textAnchor={day * step + step / 2 < labelWidth / 2 ? 'start' : 'middle'}
                  fill="var(--mut)"
                >
                  {formatDay(end)}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

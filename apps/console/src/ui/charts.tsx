import { scaleLinear, scaleTime } from 'd3-scale';
import { arc, area, curveMonotoneX, line, type PieArcDatum, pie } from 'd3-shape';
import { type PointerEvent, type ReactNode, useId, useState } from 'react';

export interface Point {
  readonly time: Date;
  readonly value: number;
}

const [width, height, right, bottom] = [720, 190, 56, 22];

interface AreaChartProps {
  readonly points: readonly Point[];
  readonly label: string;
  readonly formatValue: (value: number) => string;
  readonly formatTime: (time: Date) => string;
}

/** Value over time as one line with a soft area; the nearest point is named on hover. Display only: nothing is computed from it. */
export function AreaChart({ points, label, formatValue, formatTime }: AreaChartProps): ReactNode {
  const gradient = useId();
  const [active, setActive] = useState<Point | null>(null);
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || high || 1) * 0.12;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const x = scaleTime([first.time, last.time], [0, width - right]);
  const y = scaleLinear([Math.max(0, low - margin), high + margin], [height - bottom, 6]).nice(3);
  const path = line<Point>(
    (p) => x(p.time),
    (p) => y(p.value),
  ).curve(curveMonotoneX)([...points]);
  const fill = area<Point>(
    (p) => x(p.time),
    height - bottom,
    (p) => y(p.value),
  ).curve(curveMonotoneX)([...points]);
  const pick = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const time = x.invert(((event.clientX - box.left) / box.width) * width).getTime();
    const near = (a: Point, b: Point): Point =>
      Math.abs(a.time.getTime() - time) <= Math.abs(b.time.getTime() - time) ? a : b;
    setActive(points.reduce(near));
  };
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="h-[190px] w-full"
      onPointerMove={pick}
      onPointerLeave={() => setActive(null)}
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--acc)" stopOpacity="0.18" />
          <stop offset="1" stopColor="var(--acc)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {y.ticks(3).map((tick) => (
        <g key={tick}>
          <line x1="0" x2={width - right} y1={y(tick)} y2={y(tick)} stroke="var(--line2)" />
          <text x={width - right + 6} y={y(tick) + 4} fontSize="11" fill="var(--mut)">
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {x.ticks(5).map((tick) => (
        <text key={tick.getTime()} x={x(tick)} y={height - 5} fontSize="11" textAnchor="middle" fill="var(--mut)">
          {formatTime(tick)}
        </text>
      ))}
      {fill && <path d={fill} fill={`url(#${gradient})`} />}
      {path && <path d={path} fill="none" stroke="var(--acc)" strokeWidth="1.5" />}
      {active && (
        <g>
          <line x1={x(active.time)} x2={x(active.time)} y1="6" y2={height - bottom} stroke="var(--line)" />
          <circle cx={x(active.time)} cy={y(active.value)} r="3.5" fill="var(--acc)" />
          <text
            x={Math.min(x(active.time) + 8, width - right - 120)}
            y="16"
            fontSize="12"
            fontWeight="600"
            fill="var(--fg)"
          >
            {formatValue(active.value)} · {formatTime(active.time)}
          </text>
        </g>
      )}
    </svg>
  );
}

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

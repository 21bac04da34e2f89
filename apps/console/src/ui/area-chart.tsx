import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { linePath } from './paths.ts';
import { linearScale, niceStep, ticks } from './scale.ts';
import { useWidth } from './use-width.ts';

export interface Point {
  readonly time: Date;
  readonly value: number;
}

interface AreaChartProps {
  readonly points: readonly Point[];
  readonly label: string;
  /** On hover, in full. */
  readonly formatValue: (value: number) => string;
  /** At the axis, short. */
  readonly formatTick: (value: number) => string;
  readonly formatTime: (time: Date) => string;
}

const [height, right, bottom, top] = [190, 60, 24, 8];
const labelWidth = 110;

/** Room above and below the line, out to round numbers; never below zero, which a value cannot be. */
function range(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || high || 1) * 0.12;
  const step = niceStep(high - low + 2 * margin, 3);
  return [Math.max(0, Math.floor((low - margin) / step) * step), Math.ceil((high + margin) / step) * step];
}

interface MarkProps {
  readonly x: number;
  readonly y: number;
  /** Its text stands on the other side, where there is room. */
  readonly rightHalf: boolean;
  readonly children: ReactNode;
}

/** The point that is looked at, with what it says. */
function Mark({ x, y, rightHalf, children }: MarkProps): ReactNode {
  return (
    <g>
      <line x1={x} x2={x} y1={top} y2={height - bottom} stroke="var(--line)" />
      <circle cx={x} cy={y} r="3.5" fill="var(--acc)" />
      <text
        x={x + (rightHalf ? -8 : 8)}
        y="16"
        fontSize="12"
        fontWeight="600"
        textAnchor={rightHalf ? 'end' : 'start'}
        fill="var(--fg)"
      >
        {children}
      </text>
    </g>
  );
}

/** Value over time as one line with a soft area; the nearest point is named on hover. Display only: nothing is computed from it. */
export function AreaChart({ points, label, formatValue, formatTick, formatTime }: AreaChartProps): ReactNode {
  const gradient = useId();
  const [frame, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState<Point | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const times = [first.time.getTime(), last.time.getTime()] as const;
  const bounds = range(points.map((point) => point.value));
  const x = linearScale(times, [0, Math.max(width - right, 1)]);
  const y = linearScale(bounds, [height - bottom, top]);
  const at = (point: Point): number => x(point.time.getTime());
  const path = linePath(points.map((point) => ({ x: at(point), y: y(point.value) })));
  const floor = height - bottom;
  const fill = `${path}L${at(last)},${floor}L${at(first)},${floor}Z`;
  const pick = (event: PointerEvent<SVGSVGElement>): void => {
    const time = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left);
    const distance = (point: Point): number => Math.abs(point.time.getTime() - time);
    setActive(points.reduce((a, b) => (distance(a) <= distance(b) ? a : b)));
  };
  const marks = Math.max(2, Math.floor((width - right) / labelWidth));
  return (
    <div ref={frame} className="h-[190px]">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerMove={pick}
          onPointerLeave={() => setActive(null)}
        >
          <defs>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="var(--acc)" stopOpacity="0.18" />
              <stop offset="1" stopColor="var(--acc)" stopOpacity="0" />
            </linearGradient>
          </defs>
          {ticks(bounds, 4).map((tick) => (
            <g key={tick}>
              <line x1="0" x2={width - right} y1={y(tick)} y2={y(tick)} stroke="var(--line2)" />
              <text x={width} y={y(tick) + 4} fontSize="11" textAnchor="end" fill="var(--mut)">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {Array.from({ length: marks }, (_, mark) => {
            const time = times[0] + ((mark + 0.5) / marks) * (times[1] - times[0]);
            return (
              <text key={time} x={x(time)} y={height - 5} fontSize="11" textAnchor="middle" fill="var(--mut)">
                {formatTime(new Date(time))}
              </text>
            );
          })}
          <path d={fill} fill={`url(#${gradient})`} />
          <path d={path} fill="none" stroke="var(--acc)" strokeWidth="1.5" />
          {active && (
            <Mark x={at(active)} y={y(active.value)} rightHalf={at(active) > width / 2}>
              {formatValue(active.value)} · {formatTime(active.time)}
            </Mark>
          )}
        </svg>
      )}
    </div>
  );
}

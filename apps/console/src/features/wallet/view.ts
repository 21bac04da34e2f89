import type { Point } from '../../ui/area-chart.tsx';
import type { Slice } from '../../ui/donut.tsx';

interface HistoryPoint {
  readonly time: Date;
  readonly asset_usd: string | null;
}

/** Points for drawing only: pixels need floats, sums never use them. */
export const pointsOf = (list: readonly HistoryPoint[]): Point[] =>
  list.flatMap(({ time, asset_usd }) => (asset_usd === null ? [] : [{ time, value: Number(asset_usd) }]));

export function slicesOf(coins: readonly { readonly symbol: string; readonly asset_usd: string | null }[]): Slice[] {
  return coins
    .map(({ symbol, asset_usd }) => ({ name: symbol, value: Number(asset_usd ?? '0') }))
    .sort((a, b) => b.value - a.value);
}

/** Change over the shown time in percent, or null when there is nothing to compare with. */
export function changeOf(points: readonly Point[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last || first.value === 0) return null;
  return ((last.value - first.value) / first.value) * 100;
}

export const ranges = { '1D': 1, '1W': 7, '1M': 30, '1Y': 365 } as const;
export type Range = keyof typeof ranges;

import type { Point } from '../../ui/area-chart.tsx';
import type { Slice } from '../../ui/donut.tsx';

interface HistoryPoint {
  readonly time: Date;
  readonly asset_usd: string | null;
}

/** Points for drawing only: pixels need floats, sums never use them. */
export const pointsOf = (list: readonly HistoryPoint[]): Point[] =>
  list.flatMap(({ time, asset_usd }) => (asset_usd === null ? [] : [{ time, value: Number(asset_usd) }]));

export const isZero = (amount: string): boolean => Number(amount) === 0;

/** As many as stand beside the ring without making its card taller. */
const mostSlices = 6;

/** What has a value, by symbol, the largest first; beyond the first few as one, by the name `others`. */
export function slicesOf(
  coins: readonly { readonly symbol: string; readonly asset_usd: string | null }[],
  others: string,
): Slice[] {
  const sums = new Map<string, number>();
  for (const { symbol, asset_usd } of coins) sums.set(symbol, (sums.get(symbol) ?? 0) + Number(asset_usd ?? '0'));
  const all = [...sums]
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  if (all.length <= mostSlices) return all;
  const rest = all.slice(mostSlices - 1).reduce((sum, { value }) => sum + value, 0);
  return [...all.slice(0, mostSlices - 1), { name: others, value: rest }];
}

/** Change over the shown time in percent, or null when there is nothing to compare with. */
export function changeOf(points: readonly Point[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last || first.value === 0) return null;
  return ((last.value - first.value) / first.value) * 100;
}

export const ranges = { '1D': 1, '1W': 7, '1M': 30, '1Y': 365 } as const;
export type Range = keyof typeof ranges;

import type { Facts } from './facts.ts';
import { limits } from './limits.ts';
import type { AssetKey, Scope, WindowQuery, WindowSum } from './rule-facts.ts';

/** One payment that was let through, as the counters remember it. */
export interface Spending {
  /** The intent's id. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly wallet: string;
  readonly member: string;
  readonly asset: AssetKey;
  readonly units: bigint;
  /** Missing when there was no price. */
  readonly cents: bigint | undefined;
  /** What it may have cost beside that; missing where fees did not count yet. */
  readonly fee?: Part;
  /** What left beside its asset, of others; missing where nothing did. */
  readonly beside?: readonly Part[];
}
type Part = Pick<Spending, 'asset' | 'units' | 'cents'>;

/** All that is counted of it, each under a name of its own: no id of an intent has a blank. */
const partsOf = ({ fee, beside = [], ...paid }: Spending): readonly Spending[] => [
  paid,
  ...[...(fee ? [fee] : []), ...beside].map((part, i) => ({ ...paid, ...part, id: `${paid.id} ${i}` })),
];

interface Series {
  readonly ids: string[];
  readonly times: number[];
  /** Sums up to and with the payment at the same place; `unknown` counts those without a value. */
  readonly units: bigint[];
  readonly cents: bigint[];
  readonly unknown: number[];
}

/** What is counted in sliding windows; payments come in the order of their times. */
export interface Spendings {
  add(spending: Spending): void;
  /** It is never made: it counts no more, in windows that reach back to before this too. */
  drop(id: string): void;
  sum(query: WindowQuery, now: number): WindowSum;
  /**
   * What it was told and a window may still reach, in order: payments added, and ids of those dropped. Told to another, that counts the same, for a clock
   * that has not fallen back by more than a day behind the last payment.
   */
  history(): readonly (Spending | string)[];
}

export const hourMs = 3_600_000;
/** The longest window, and a day: longer than a clock may fall back. */
const reachMs = (limits.hours + 24) * hourMs;

/** How many of these times, which grow, are at most `time`. */
function countUpTo(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of whom the sum is: a sub-wallet, a member, or all. */
export function placeOf(scope: Scope, { wallet, member }: Pick<Spending, 'wallet' | 'member'>): string {
  return scope === 'workspace' ? 'workspace' : scope === 'wallet' ? `wallet ${wallet}` : `member ${member}`;
}
export const scopes: readonly Scope[] = ['wallet', 'workspace', 'member'];

function append(series: Series, { id, at, units, cents }: Spending): void {
  series.ids.push(id);
  series.times.push(Math.max(at, series.times.at(-1) ?? 0));
  series.units.push((series.units.at(-1) ?? 0n) + units);
  series.cents.push((series.cents.at(-1) ?? 0n) + (cents ?? 0n));
  series.unknown.push((series.unknown.at(-1) ?? 0) + (cents === undefined ? 1 : 0));
}

/** Takes it out of every sum that it is in: those of the payments since, which are few for one that came lately. */
function takeOut(series: Series, { id, units, cents }: Spending): void {
  for (let i = series.ids.length - 1, from = series.ids.lastIndexOf(id); i >= from; i--) {
    series.units[i] = (series.units[i] ?? 0n) - units;
    series.cents[i] = (series.cents[i] ?? 0n) - (cents ?? 0n);
    series.unknown[i] = (series.unknown[i] ?? 0) - (cents === undefined ? 1 : 0);
  }
}

/** What of it windows may still reach after the payment of that time. */
function reachable(told: readonly (Spending | string)[], newest: number): (Spending | string)[] {
  const reached = new Set<string>();
  let time = 0;
  return told.filter((one) => {
    if (typeof one === 'string') return reached.delete(one);
    time = Math.max(time, one.at);
    const isReached = time > newest - reachMs;
    if (isReached) reached.add(one.id);
    return isReached;
  });
}

/** Sums of any window in time that grows with the number of assets, not with that of payments. */
export function createSpendings(): Spendings {
  /** For each place, a series by asset. */
  const all = new Map<string, Map<AssetKey, Series>>();
  const byId = new Map<string, readonly Spending[]>();
  const told: (Spending | string)[] = [];
  let newest = 0;

  /** `wallet|member|asset` → the series that such a payment is in: one a scope. */
  const found = new Map<string, readonly Series[]>();

  function seriesAt(place: string, asset: AssetKey): Series {
    const here = all.get(place) ?? new Map<AssetKey, Series>();
    const known = here.get(asset) ?? { ids: [], times: [], units: [], cents: [], unknown: [] };
    all.set(place, here.set(asset, known));
    return known;
  }

  function seriesOf(spending: Spending): readonly Series[] {
    const key = `${spending.wallet}|${spending.member}|${spending.asset}`;
    const known = found.get(key) ?? scopes.map((scope) => seriesAt(placeOf(scope, spending), spending.asset));
    found.set(key, known);
    return known;
  }

  function add(spending: Spending): void {
    if (byId.has(spending.id)) return;
    told.push(spending);
    newest = Math.max(newest, spending.at);
    const parts = partsOf(spending);
    byId.set(spending.id, parts);
    for (const part of parts) for (const series of seriesOf(part)) append(series, part);
  }

  function drop(id: string): void {
    const parts = byId.get(id);
    if (!parts) return;
    told.push(id);
    byId.delete(id);
    for (const part of parts) for (const series of seriesOf(part)) takeOut(series, part);
  }

  function sum(query: WindowQuery, now: number): WindowSum {
    const since = now - query.hours * hourMs;
    let [units, cents, unknown] = [0n, 0n, 0];
    const place = placeOf(query.scope, query);
    for (const [asset, series] of all.get(place) ?? []) {
      if (!query.counts(asset)) continue;
      const before = countUpTo(series.times, since) - 1;
      units += (series.units.at(-1) ?? 0n) - (series.units[before] ?? 0n);
      cents += (series.cents.at(-1) ?? 0n) - (series.cents[before] ?? 0n);
      unknown += (series.unknown.at(-1) ?? 0) - (series.unknown[before] ?? 0);
    }
    for (const own of byId.get(query.except) ?? []) {
      if (own.at > since && placeOf(query.scope, own) === place && query.counts(own.asset)) {
        units -= own.units;
        cents -= own.cents ?? 0n;
        unknown -= own.cents === undefined ? 1 : 0;
      }
    }
    return { units, cents: unknown > 0 ? undefined : cents };
  }

  return { add, drop, sum, history: () => reachable(told, newest) };
}

/** The counters as rules ask them. */
export const spentFrom =
  (spendings: Spendings, now: number): Facts['spent'] =>
  (query) =>
    spendings.sum(query, now);

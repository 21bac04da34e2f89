import type { contract, Output } from '@holdfast/contract';

export type Overview = Output<typeof contract.account.overview>;
export type OwnKey = Overview['keys'][number];
export type OwnSession = Output<typeof contract.account.sessions>['list'][number];
export type Reset = Output<typeof contract.account.resets>['list'][number];
export type Factor = Reset['what'];

/** The token behind `#` of a link. A browser sends it to nobody. */
export function resetTokenOf(hash: string): string {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : '';
}

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** A wait in its largest whole unit, rounded up. */
export function waitOf(ms: number): { readonly unit: 'hour' | 'minute'; readonly count: number } {
  if (ms >= hourMs && ms % hourMs === 0) return { unit: 'hour', count: ms / hourMs };
  return ms >= 2 * hourMs
    ? { unit: 'hour', count: Math.ceil(ms / hourMs) }
    : { unit: 'minute', count: Math.max(1, Math.ceil(ms / minuteMs)) };
}

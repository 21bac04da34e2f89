import { ChannelError } from './bytes.ts';

/** How far two clocks may be apart. */
export const maxSkewMs = 60_000;

/** Longest id taken; ids are UUIDs, and a peer must not fill the memory with them. */
const maxIdLength = 64;

/**
 * Refuses requests from another time and requests seen before. Ids are kept for as long as their time would be accepted. They live in memory:
 * a request recorded just before a restart can be repeated just after it, so every method behind the guard is idempotent as well. Keep one
 * guard for each peer: one that floods then shuts out itself only.
 * @param capacity most ids kept; beyond it the oldest would still be within its time, so new requests are refused instead
 */
export function createReplayGuard(now: () => number, capacity = 100_000): (id: string, timeMs: number) => void {
  const seen = new Map<string, number>();
  return (id, timeMs) => {
    const current = now();
    if (id === '' || id.length > maxIdLength) throw new ChannelError('malformed');
    if (!(Math.abs(current - timeMs) <= maxSkewMs)) throw new ChannelError('skewed');
    for (const [old, at] of seen) {
      if (current - at <= 2 * maxSkewMs) break;
      seen.delete(old);
    }
    if (seen.has(id) || seen.size >= capacity) throw new ChannelError('replayed');
    seen.set(id, current);
  };
}

import type { Clock } from '../clock.ts';

const most = 5_000;

/** Answers that are remembered for a moment, so that many who ask at once ask once. A failure is not remembered. */
export function createMemory<T>(clock: Clock, ageMs: number): (key: string, ask: () => Promise<T>) => Promise<T> {
  const known = new Map<string, { at: number; value: Promise<T> }>();
  return (key, ask) => {
    const at = clock().getTime();
    const last = known.get(key);
    if (last && Math.abs(at - last.at) <= ageMs) return last.value;
    if (known.size > most) known.clear();
    const value = ask();
    known.set(key, { at, value });
    value.catch(() => known.delete(key));
    return value;
  };
}

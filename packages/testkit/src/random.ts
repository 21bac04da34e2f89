/** Everything random of a run comes from its seed. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** One of the entries, each as likely as its weight says. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T;
  hex(bytes: number): string;
}

/** mulberry32 (Tommy Ettinger, public domain): small, and good enough to choose victims with. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick(weighted) {
      const [first] = weighted;
      if (!first) throw new Error('nothing to pick from');
      let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of weighted) {
        left -= weight;
        if (left < 0) return value;
      }
      return first[0];
    },
    hex: (bytes) => Array.from({ length: bytes }, () => between(0, 255).toString(16).padStart(2, '0')).join(''),
  };
}

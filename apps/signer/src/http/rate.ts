/** Token buckets by client. A full bucket is forgotten, and past a number the oldest: whoever has so many addresses had as many full buckets anyway. */
export interface RateLimit {
  /** Takes one token; false when there is none. */
  take(address: string): boolean;
  /** Is there one to take? */
  has(address: string): boolean;
}

const maxBuckets = 10_000;
const sweepMs = 1_000;

export function createRateLimit(perSecond: number, burst: number, now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const refilled = (bucket: { tokens: number; at: number }, at: number): number =>
    Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond);
  let sweptAt = 0;
  const sweep = (at: number): void => {
    sweptAt = at;
    for (const [address, bucket] of buckets) if (refilled(bucket, at) >= burst) buckets.delete(address);
  };
  const dropOldest = (): void => {
    for (const [oldest] of buckets) {
      buckets.delete(oldest);
      return;
    }
  };
  const has = (address: string): boolean => {
    const bucket = buckets.get(address);
    return bucket === undefined || refilled(bucket, now()) >= 1;
  };
  return {
    has,
    take: (address) => {
      const at = now();
      if (buckets.size >= maxBuckets && at >= sweptAt + sweepMs) sweep(at);
      const bucket = buckets.get(address);
      if (!bucket && buckets.size >= maxBuckets) dropOldest();
      const tokens = bucket ? refilled(bucket, at) : burst;
      const taken = tokens >= 1;
      buckets.set(address, { tokens: taken ? tokens - 1 : tokens, at });
      return taken;
    },
  };
}

import { timedReader } from '@holdfast/chains/rpc';
import { lifeMs } from '../expiry.ts';
import { timedFamily } from '../family.ts';
import type { OnChain, Reserve } from '../plans.ts';

const secondMs = 1_000;

/**
 * Where the chain stands is asked of the node. Two orders that pay the same in the same second differ by their stamp, or they would be one transaction.
 */
export async function prepare({ chain, reader }: OnChain, _from: string, now: Date): Promise<Reserve> {
  const anchor = await timedReader(reader).anchor();
  const at = now.getTime();
  return async (_tx, { id, feePlan }) => {
    const stamp = at - (at % secondMs) + (Number(id) % secondMs);
    return { plan: timedFamily(chain).planFrom(anchor, { until: at + lifeMs, stamp }, feePlan) };
  };
}

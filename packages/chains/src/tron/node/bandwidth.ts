import type { AccountResources, ResourceUse } from '../../resources.ts';
import { prices } from '../fees.ts';

/** Bytes come from what is staked, else from the free ones, and never from both: what neither has room for is burnt whole. */
export const bandwidthOf = (
  { bandwidth: { free, staked } }: Pick<AccountResources, 'bandwidth'>,
  needed: bigint,
): ResourceUse => {
  const covered = [free, staked].some(({ limit, used }) => limit - used >= needed);
  return covered ? { needed, covered: needed, fee: 0n } : { needed, covered: 0n, fee: needed * prices.byte };
};

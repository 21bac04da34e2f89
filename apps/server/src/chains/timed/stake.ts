import type { AccountResources } from '@holdfast/chains';
import { timedReader } from '@holdfast/chains/rpc';
import { accountAt } from '../account/holdings.ts';
import { timedFamily } from '../family.ts';
import type { OnChain } from '../plans.ts';
import type { Place } from '../watching.ts';

/** Everything that an account has staked, whoever uses what comes of it, and what waits to come back. */
export const stakeIn = ({ stake, delegatedOut, unfreezing }: AccountResources): bigint =>
  [stake, delegatedOut].reduce((sum, { bandwidth, energy }) => sum + bandwidth + energy, 0n) +
  unfreezing.reduce((sum, { amount }) => sum + amount, 0n);

/** At the sub-wallet's one account, as the node says it now. */
export async function staked({ db, chain, reader }: OnChain, place: Place): Promise<bigint> {
  if (!timedFamily(chain).hasStake) return 0n;
  const account = await accountAt(db, chain.id, place);
  return account === undefined ? 0n : stakeIn(await timedReader(reader).resources(account));
}

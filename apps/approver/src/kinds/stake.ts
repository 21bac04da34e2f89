import { type StakeName, sayStake, stakeAddressee, stakeApprove, stakeHeadline, stakeRows } from '../request/stake.ts';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

const { satisfied, cards, details } = transfer;
const rest = { ...(satisfied && { satisfied }), ...(cards && { cards }), ...(details && { details }) };

/** What is done with stake, of whatever kind; the rest is said as of a payment. */
export const staking = (kind: StakeName): KindParts => ({
  words: sayStake.tables,
  name: (screen) => sayStake(screen, kind),
  headline: stakeHeadline,
  acknowledge: transfer.acknowledge,
  approve: stakeApprove,
  addressee: stakeAddressee,
  rows: (screen, review) => [...stakeRows(screen, review), ...spenderRows(screen, review)],
  ...rest,
});

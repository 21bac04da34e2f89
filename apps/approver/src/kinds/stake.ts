import type { StakeKind } from '@holdfast/policy';
import { sayStake, stakeApprove, stakeHeadline, stakeRows } from '../request/stake.ts';
import type { KindParts } from './fetched.ts';
import { spenderRows, transfer } from './transfer.ts';

const { satisfied } = transfer;
const rest = { ...(satisfied && { satisfied }) };

/** Whose account stands in the request, where it is not the wallet's own: nobody is paid. */
const addressees: { readonly [K in StakeKind]?: `to_${K}` & keyof (typeof sayStake.tables)['en-US'] } = {
  delegate: 'to_delegate',
  reclaim: 'to_reclaim',
};

/** What is done with stake, of whatever kind; the rest is said as of a payment. */
export const staking = (kind: StakeKind): KindParts => ({
  words: sayStake.tables,
  name: (screen) => sayStake(screen, kind),
  headline: (screen, review) => stakeHeadline(screen, review, kind),
  acknowledge: transfer.acknowledge,
  approve: (screen) => stakeApprove(screen, kind),
  addressee: (screen) => sayStake(screen, addressees[kind] ?? 'to_own'),
  rows: (screen, review) => [...stakeRows(screen, review), ...spenderRows(screen, review)],
  ...rest,
});

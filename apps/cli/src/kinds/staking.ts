import { amountText, blocksOf, honestText, lockTime, type Review, stakeTold, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

const amountOf = ({ intent: { outputs, asset } }: Review): string =>
  `${amountText(totalUnits(outputs), asset.decimals)} ${asset.symbol}`;
const networkOf = ({ intent, chain }: Review): string => honestText(chain?.name ?? intent.chain);

/** A line that says what is staked for, and for how long others keep a delegation. */
function stakeLines(review: Review): string[] {
  const { resource, lockBlocks } = stakeTold(review.intent);
  if (resource === '') return [];
  const time = lockTime(review);
  const about = time ? `, about ${time.count} ${time.count === 1 ? time.unit.slice(0, -1) : time.unit}` : '';
  const lock = lockBlocks === '' ? [] : [line('locked', `cannot be taken back for ${lockBlocks} blocks${about}`)];
  return [line('resource', resource), ...lock];
}

/** @param named what the address in the request is to it: nobody is paid */
const staking = (named: string, headline: (review: Review, address: string) => string): KindInTerminal => ({
  headline: (review) => headline(review, blocksOf(review.intent.outputs[0]?.address ?? '').join(' ')),
  lines: (review, now) => [...stakeLines(review), ...spenderLines(review, now, named)],
});

const resourceOf = ({ intent }: Review): string => stakeTold(intent).resource;
const of = (review: Review): string => `wallet ${review.intent.wallet} on ${networkOf(review)}`;

export const stake = staking(
  'own account',
  (review) => `Stake ${amountOf(review)} for ${resourceOf(review)}, of ${of(review)}`,
);
export const unstake = staking(
  'own account',
  (review) => `Unstake ${amountOf(review)} that is staked for ${resourceOf(review)}, of ${of(review)}`,
);
export const unfrozen = staking('own account', (review) => `Withdraw everything that has unfrozen, of ${of(review)}`);
export const delegate = staking(
  'used by',
  (review, receiver) =>
    `Delegate the ${resourceOf(review)} of ${amountOf(review)} staked by ${of(review)}, to ${receiver}`,
);
export const reclaim = staking(
  'taken back from',
  (review, receiver) =>
    `Take back the ${resourceOf(review)} of ${amountOf(review)} staked by ${of(review)}, from ${receiver}`,
);

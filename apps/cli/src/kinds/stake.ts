import { amountText, blocksOf, honestText, type Review, stakeTold, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { transfer } from './transfer.ts';

const amountOf = ({ intent: { outputs, asset } }: Review): string =>
  `${amountText(totalUnits(outputs), asset.decimals)} ${asset.symbol}`;
const networkOf = ({ intent, chain }: Review): string => honestText(chain?.name ?? intent.chain);

/** A line that says what is staked for, and for how long others keep a delegation. */
function stakeLines(review: Review): string[] {
  const { resource, lockBlocks } = stakeTold(review.intent);
  if (resource === '') return [];
  const lock = lockBlocks === '' ? [] : [line('locked', `cannot be taken back for ${lockBlocks} blocks`)];
  return [line('resource', resource), ...lock];
}

const staking = (headline: (review: Review, receiver: string) => string): KindInTerminal => ({
  headline: (review) => headline(review, blocksOf(review.intent.outputs[0]?.address ?? '').join(' ')),
  lines: (review, now, facts) => [...stakeLines(review), ...transfer.lines(review, now, facts)],
});

const resourceOf = ({ intent }: Review): string => stakeTold(intent).resource;
const of = (review: Review): string => `wallet ${review.intent.wallet} on ${networkOf(review)}`;

export const stake = staking((review) => `Stake ${amountOf(review)} for ${resourceOf(review)}, of ${of(review)}`);
export const unstake = staking(
  (review) => `Unstake ${amountOf(review)} that is staked for ${resourceOf(review)}, of ${of(review)}`,
);
export const unfrozen = staking((review) => `Withdraw everything that has unfrozen, of ${of(review)}`);
export const delegate = staking(
  (review, receiver) =>
    `Delegate the ${resourceOf(review)} of ${amountOf(review)} staked by ${of(review)}, to ${receiver}`,
);
export const reclaim = staking(
  (review, receiver) =>
    `Take back the ${resourceOf(review)} of ${amountOf(review)} staked by ${of(review)}, from ${receiver}`,
);

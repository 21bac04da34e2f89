import { amountText, blocksOf, honestText, lockTime, type Review, stakeTold, totalUnits } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

export const amountOf = ({ intent: { outputs, asset } }: Review): string =>
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
export const staking = (named: string, headline: (review: Review, address: string) => string): KindInTerminal => ({
  headline: (review) => headline(review, blocksOf(review.intent.outputs[0]?.address ?? '').join(' ')),
  lines: (review, now) => [...stakeLines(review), ...spenderLines(review, now, named)],
});

export const resourceOf = ({ intent }: Review): string => stakeTold(intent).resource;
export const walletOf = (review: Review): string => `wallet ${review.intent.wallet} on ${networkOf(review)}`;

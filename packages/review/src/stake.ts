import type { Intent } from '@holdfast/policy';
import { type Duration, durationUp } from './duration.ts';
import type { Review } from './open.ts';

/** What an intent about stake says in its call: what is staked for, and the blocks for which a delegation cannot be taken back; '' where it says none. */
export function stakeTold({ call }: Pick<Intent, 'call'>): {
  readonly resource: '' | 'bandwidth' | 'energy';
  readonly lockBlocks: string;
} {
  const [word, , blocks = ''] = call.split(' ');
  return { resource: word === 'bandwidth' || word === 'energy' ? word : '', lockBlocks: blocks };
}

/** About how long others keep a delegation, by what the signer says of the network; undefined where it is not locked, or nothing is said. */
export function lockTime({ intent, chain }: Pick<Review, 'intent' | 'chain'>): Duration | undefined {
  const { lockBlocks } = stakeTold(intent);
  if (lockBlocks === '' || chain?.blockMs === undefined) return undefined;
  return durationUp(Number(lockBlocks) * chain.blockMs);
}

import type { Intent } from '@holdfast/policy';

/** What an intent about stake says in its call: what is staked for, and the blocks for which a delegation cannot be taken back; '' where it says none. */
export function stakeTold({ call }: Pick<Intent, 'call'>): {
  readonly resource: '' | 'bandwidth' | 'energy';
  readonly lockBlocks: string;
} {
  const [word, , blocks = ''] = call.split(' ');
  return { resource: word === 'bandwidth' || word === 'energy' ? word : '', lockBlocks: blocks };
}

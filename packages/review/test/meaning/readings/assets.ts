import { type Heard, joined, leavesOf, only } from '../heard.ts';
import { answerIf, type Reading } from '../reading.ts';

/** Whoever reads an address reads it without case. One that is called unknown, or no asset, is nothing that can be paid here. */
function isNamed(one: Heard, chain: string, contract: string): boolean {
  if (one.word !== 'rule_asset' && one.word !== 'rule_token') return false;
  if (only(one.parts.chain, 'chain').shown !== chain) return false;
  const named = leavesOf(one.parts.contract ?? []);
  const text = named[0] ? joined(named[0]) : '';
  return text.toLowerCase() === contract.toLowerCase();
}

/** Does the sentence speak of this asset? */
export function speaksOf(said: Heard | undefined, chain: string, contract: string): boolean {
  if (!said) return true;
  const named = (said.parts.list ?? []).some((one) => 'word' in one && isNamed(one, chain, contract));
  return said.word === 'rule_assetsOnly' ? named : !named;
}

export const assets: Reading = ([said], { chain, contract }) => answerIf(speaksOf(said, chain, contract));

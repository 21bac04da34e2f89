import { type Heard, joined, leavesOf, only } from '../heard.ts';
import type { Deed, Reading } from '../reading.ts';

type Call = NonNullable<Deed['calls']>[number];

function isNamed(one: Heard, chain: string, { contract, method }: Call): boolean {
  const here = only(one.parts.chain, 'chain').shown === chain;
  const same = joined(only(one.parts.contract, 'contract')).toLowerCase() === contract.toLowerCase();
  const methods = leavesOf(one.parts.methods ?? []).map(({ shown }) => shown);
  return here && same && (one.word === 'rule_call' || methods.includes(method));
}

/** `calling nothing but` is true of all or not at all; `calling` may be true of some. */
export const calls: Reading = ([said], { calls: made, chain }) => {
  if (!said) return 'yes';
  const part = said.word === 'rule_callsOnly' ? 'no' : 'perhaps';
  if (!made) return part;
  const list = (said.parts.list ?? []).flatMap((one) => ('word' in one ? [one] : []));
  const named = made.filter((call) => list.some((one) => isNamed(one, chain, call))).length;
  return named === 0 ? 'no' : named === made.length ? 'yes' : part;
};

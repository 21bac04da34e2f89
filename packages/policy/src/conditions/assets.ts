import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { type AssetKey, assetKey } from '../rule-facts.ts';
import { list, oneOf, patterns, record, text } from '../schema.ts';
import { badIf, type Condition, matchPart } from './condition.ts';

export const assetName = { chain: text(patterns.chain), contract: text(patterns.ascii) };
const schema = record({ mode: oneOf('any', 'only', 'except'), list: list(record(assetName), 0, limits.ruleList) });
export type Assets = ReturnType<typeof schema>;

type Counts = (asset: AssetKey) => boolean;
/** By conditions that cannot change any more, since they are frozen. */
const known = new WeakMap<Assets, Counts>();

/** Which assets the rule speaks of. The same function each time for the same frozen condition, so that a window can be known by it. */
export function countsOf(wanted: Assets): Counts {
  const before = known.get(wanted);
  if (before) return before;
  const { mode } = wanted;
  const named = new Set(wanted.list.map(({ chain, contract }) => assetKey(chain, contract)));
  const counts: Counts = (asset) => mode === 'any' || named.has(asset) === (mode === 'only');
  if (Object.isFrozen(wanted)) known.set(wanted, counts);
  return counts;
}

export const assets: Condition<Assets> = {
  since: '1',
  schema,
  empty: { mode: 'any', list: [] },
  facts: [],
  // Of several that leave, as of several calls: what goes along with one that a rule names neither escapes it nor earns it.
  match: (wanted, { moving }, { action }) => {
    const counts = countsOf(wanted);
    const named = moving.reduce((sum, { asset }) => (counts(asset) ? sum + 1 : sum), 0);
    return matchPart(named, moving.length, action);
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: ({ list: named }) => named,
  // Of a web3 call it is the chain's coin that goes along: a rule about any other would speak of nothing, and look as if it refused something.
  problems: (wanted, { type }) =>
    badIf(
      (wanted.mode === 'any') !== (wanted.list.length === 0) ||
        (type === 'web3' && wanted.list.some(({ contract }) => contract !== '')),
    ),
};

import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { list, patterns, text } from '../schema.ts';
import { type Condition, matchIf } from './condition.ts';

/** The sub-wallets that pay. An empty list is no condition. */
type Wallets = string[];

export const wallets: Condition<Wallets> = {
  since: '1',
  schema: list(text(patterns.wallet), 0, limits.ruleList),
  empty: [],
  facts: [],
  match: (wanted, { wallet }) => matchIf(wanted.length === 0 || wanted.includes(wallet)),
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: () => [],
};

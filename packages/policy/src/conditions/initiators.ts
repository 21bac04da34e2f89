import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { list, text } from '../schema.ts';
import { type Condition, matchIf } from './condition.ts';

/** `member:ID` or `role:ROLE` of who asks. An empty list is no condition. */
type Initiators = string[];

export const initiators: Condition<Initiators> = {
  since: '1',
  schema: list(text(/^(member|role):[A-Za-z0-9._:-]{1,64}$/), 0, limits.ruleList),
  empty: [],
  facts: [],
  match: (wanted, { names }) => matchIf(wanted.length === 0 || names.some((name) => wanted.includes(name))),
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: (wanted, _, askers) => (wanted.every((who) => askers.has(who)) ? [] : ['unknownInitiator']),
};

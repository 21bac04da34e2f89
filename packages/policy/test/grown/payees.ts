import { isSame } from '../../src/canonical.ts';
import { type Condition, matchIf } from '../../src/conditions/condition.ts';
import { text } from '../../src/schema.ts';

/** At most so many payees; '' is no condition. */
export const payees: Condition<string, '5'> = {
  since: '5',
  schema: text(/^([1-9]\d{0,2})?$/),
  empty: '',
  facts: [],
  match: (wanted, asked) => matchIf(wanted === '' || asked.payees.length <= Number(wanted)),
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: () => [],
};

import { isSame } from '../canonical.ts';
import { record, text } from '../schema.ts';
import { badIf, type Condition, matchIf, type RuleAround } from './condition.ts';

/**
 * Swaps (trade): how much less, at the signers' prices, comes back at least than is given, in hundredths of a percent: more than `over` and at most `upTo`, '' is no
 * bound. Price impact, fees of pools and slippage are all in it. Where one of the two has no price, or nobody says what comes, it is not known.
 */
const bound = text(/^(?:|0|[1-9]\d{0,3})$/);
const schema = record({ over: bound, upTo: bound });
type Loss = ReturnType<typeof schema>;

const isNone = ({ over, upTo }: Loss): boolean => over === '' && upTo === '';

/** Bounds that leave room, of swaps alone, no unbounded pass: what is not known must never be what lets something pass. */
function isSound(wanted: Loss, { type, action }: RuleAround<unknown>): boolean {
  const { over, upTo } = wanted;
  if (isNone(wanted)) return true;
  if (type !== 'trade' || (over !== '' && upTo !== '' && BigInt(over) >= BigInt(upTo))) return false;
  return action !== 'pass' || upTo !== '';
}

export const loss: Condition<Loss, '4'> = {
  since: '4',
  schema,
  empty: { over: '', upTo: '' },
  facts: ['price'],
  match: (wanted, asked) => {
    if (isNone(wanted)) return 'yes';
    const { over, upTo } = wanted;
    const lost = asked.loss();
    if (lost === undefined) return 'perhaps';
    return matchIf((over === '' || lost > BigInt(over)) && (upTo === '' || lost <= BigInt(upTo)));
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: (wanted, rule) => badIf(!isSound(wanted, rule)),
};

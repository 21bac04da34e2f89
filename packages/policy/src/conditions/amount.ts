import { isSame } from '../canonical.ts';
import type { RuleFacts } from '../rule-facts.ts';
import { oneOf, patterns, record, text } from '../schema.ts';
import { type Assets, countsOf } from './assets.ts';
import { type Asked, badIf, type Condition, matchIf, type RuleAround } from './condition.ts';

/**
 * More than `over` and at most `upTo` ('' is no bound), in base units of the one asset (`coin`) or in cents (`usd`): of this transaction
 * (`hours` 0), or of everything in the sliding window of so many hours before it and this one together. What is staked is an amount of its transaction, and
 * of no window.
 */
const schema = record({
  unit: oneOf('none', 'coin', 'usd'),
  over: text(patterns.unitsOrEmpty),
  upTo: text(patterns.unitsOrEmpty),
  hours: text(patterns.hours),
  scope: oneOf('wallet', 'workspace', 'member'),
});
export type Amount = ReturnType<typeof schema>;
interface Others {
  readonly assets: Assets;
}

/** What its fee adds to a window that counts the fee's coin. */
function feeIn(unit: Amount['unit'], { fee, feeWorth }: Asked, counts: ReturnType<typeof countsOf>) {
  if (!fee || !counts(fee.asset)) return 0n;
  return unit === 'coin' ? fee.units : feeWorth();
}

/** What it moves of the assets that the rule speaks of; undefined is unknown. */
function movedIn(unit: Amount['unit'], { moving }: Asked, counts: ReturnType<typeof countsOf>): bigint | undefined {
  let sum = 0n;
  for (const { asset, units, worth } of moving) {
    const more = !counts(asset) ? 0n : unit === 'coin' ? units : worth();
    if (more === undefined) return undefined;
    sum += more;
  }
  return sum;
}

/** How much this is to the rule, window included: of a window its highest fee is a part; undefined is unknown. */
function amountOf({ unit, hours, scope }: Amount, asked: Asked, { assets }: Others, facts: RuleFacts) {
  const counts = countsOf(assets);
  const whole = movedIn(unit, asked, counts);
  if (hours === '0') return whole;
  const paid = asked.leaves ? whole : 0n;
  if (paid === undefined) return undefined;
  const fee = feeIn(unit, asked, counts);
  if (fee === undefined) return undefined;
  const { wallet, initiator: member, id: except } = asked;
  const before = facts.spent({ hours: Number(hours), scope, wallet, member, counts, except });
  const spent = unit === 'coin' ? before?.units : before?.cents;
  return spent === undefined ? undefined : paid + fee + spent;
}

/** What a bound leaves, in its own units; below nothing where more was spent. */
export interface Left {
  /** Of the bound: the whole of it for a bound of single transactions. */
  readonly left: bigint;
  /** The same, less the highest fee where a window counts that. */
  readonly most: bigint;
}

/** What `over` leaves for a transaction of one asset; undefined where it is no bound of that, or something is unknown. */
export function leftUnder(wanted: Amount, asked: Asked, others: Others, facts: RuleFacts): Left | undefined {
  const [moving, ...more] = asked.moving;
  if (wanted.unit === 'none' || wanted.over === '' || more.length > 0) return undefined;
  if (!countsOf(others.assets)(moving.asset)) return undefined;
  const { fee: _, ...free } = { ...asked, moving: [{ ...moving, units: 0n, worth: () => 0n }] as const };
  const spent = amountOf(wanted, free, others, facts);
  const taken = amountOf(wanted, { ...asked, moving: free.moving }, others, facts);
  if (spent === undefined || taken === undefined) return undefined;
  return { left: BigInt(wanted.over) - spent, most: BigInt(wanted.over) - taken };
}

/** Bounds that leave room, a window only where something is summed, a single asset for bounds in coin, no unbounded pass. */
function isSound({ unit, over, upTo, hours }: Amount, { action, when: { assets } }: RuleAround<Others>): boolean {
  if (unit === 'none') return over === '' && upTo === '' && hours === '0';
  if (over === '' && upTo === '') return false;
  if (over !== '' && upTo !== '' && BigInt(over) >= BigInt(upTo)) return false;
  if (unit === 'coin' && !(assets.mode === 'only' && assets.list.length === 1)) return false;
  // A missing price counts as above every bound: it must never be what lets something pass.
  return action !== 'pass' || upTo !== '';
}

/** Would a rule with this speak of an endless amount? */
export const hasNoEnd = ({ upTo }: Amount): boolean => upTo === '';

export const amount: Condition<Amount, '1', Others> = {
  since: '1',
  schema,
  empty: { unit: 'none', over: '', upTo: '', hours: '0', scope: 'wallet' },
  facts: ['price', 'spent'],
  match: (wanted, asked, { when }, facts) => {
    const { unit, over, upTo } = wanted;
    if (unit === 'none') return 'yes';
    // What its signature is worth nobody can bound: it is above every number, and within none.
    if (asked.message?.raw) return matchIf(hasNoEnd(wanted));
    const value = amountOf(wanted, asked, when, facts);
    if (value === undefined) return 'perhaps';
    return matchIf((over === '' || value > BigInt(over)) && (upTo === '' || value <= BigInt(upTo)));
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: (wanted, rule) => badIf(!isSound(wanted, rule)),
};

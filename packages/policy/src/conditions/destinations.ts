import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { list, oneOf, patterns, record, text } from '../schema.ts';
import type { Payee } from '../subject.ts';
import { badIf, type Condition, matchIf } from './condition.ts';

/**
 * `internal`: all to our own addresses; `known`: all to our own or to active entries of the address book; `listed`: all to these entries;
 * `unknown`: some to neither. A call goes to its contract.
 */
const schema = record({
  mode: oneOf('any', 'internal', 'known', 'listed', 'unknown'),
  entries: list(text(patterns.hash), 0, limits.ruleList),
});
type Destinations = ReturnType<typeof schema>;

const isKnown = (payee: Payee): boolean => payee.isInternal() || payee.isListed();

function holds({ mode, entries }: Destinations, payees: readonly Payee[]): boolean {
  // What goes to nobody, as coins that become stake, is not what such a rule was written for.
  if (payees.length === 0) return mode === 'any';
  if (mode === 'internal') return payees.every((payee) => payee.isInternal());
  if (mode === 'known') return payees.every(isKnown);
  if (mode === 'listed') return payees.every((payee) => entries.includes(payee.entry) && payee.isListed());
  return mode === 'any' || !payees.every(isKnown);
}

const listing = { any: 'same', internal: 'same', known: 'fewer', listed: 'fewer', unknown: 'more' } as const;

export const destinations: Condition<Destinations> = {
  since: '1',
  schema,
  empty: { mode: 'any', entries: [] },
  facts: [],
  match: (wanted, { payees }) => matchIf(holds(wanted, payees)),
  notLooser: isSame,
  whenFewerListed: ({ mode }) => listing[mode],
  places: () => [],
  // Who asks chooses whether an output names an entry or a path: leaving it out may never be what escapes a refusal, or what lets something pass.
  problems: ({ mode, entries }, { action }) =>
    badIf(
      (mode === 'unknown' ? action === 'pass' : mode !== 'any' && action === 'refuse') ||
        (mode === 'listed') !== entries.length > 0,
    ),
};

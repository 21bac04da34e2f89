import type { Facts } from './facts.ts';
import type { AssetKey, Scope, WindowQuery, WindowSum } from './rule-facts.ts';
import { hourMs, placeOf, type Spending, scopes } from './spendings.ts';

/** The payments of one sub-wallet or member, or all of them, in the order of their times. */
type Line = Spending[];

/** What is inside one window now: `from` is the first payment in it, `to` the first that has not been looked at. */
interface Slide {
  readonly line: Line;
  from: number;
  to: number;
  units: bigint;
  cents: bigint;
  unknown: number;
}

function letIn(slide: Slide, { units, cents }: Spending): void {
  slide.units += units;
  if (cents === undefined) slide.unknown += 1;
  else slide.cents += cents;
}

function letOut(slide: Slide, { units, cents }: Spending): void {
  slide.units -= units;
  if (cents === undefined) slide.unknown -= 1;
  else slide.cents -= cents;
}

/** Lets in what came since, and out what is too old. */
function move(slide: Slide, since: number, counts: (asset: AssetKey) => boolean): void {
  const { line } = slide;
  for (; slide.to < line.length; slide.to++) {
    const come = line[slide.to];
    if (come && counts(come.asset)) letIn(slide, come);
  }
  for (; slide.from < slide.to; slide.from++) {
    const old = line[slide.from];
    if (!old || old.at > since) return;
    if (counts(old.asset)) letOut(slide, old);
  }
}

/**
 * Counters for a history that is gone through once, in the order of time: a window slides along instead of being summed anew, so each rule looks at
 * every payment twice, however many there are. Says what `createSpendings` says; a test compares them.
 */
export function createWindows() {
  const lines = new Map<string, Line>();
  /** By the function that says what the rule counts, which is one and the same for a frozen rule; then by length and scope; then by whom. */
  const slides = new WeakMap<WindowQuery['counts'], Map<number, Map<string, Slide>>>();

  function lineOf(scope: Scope, whose: Pick<Spending, 'wallet' | 'member'>): Line {
    const place = placeOf(scope, whose);
    const line = lines.get(place) ?? [];
    if (line.length === 0) lines.set(place, line);
    return line;
  }

  function slideOf(query: WindowQuery): Slide {
    const { counts, hours, scope } = query;
    const window = hours * scopes.length + scopes.indexOf(scope);
    const whose = scope === 'workspace' ? '' : scope === 'wallet' ? query.wallet : query.member;
    const found = slides.get(counts)?.get(window)?.get(whose);
    if (found) return found;
    const made = { line: lineOf(scope, query), from: 0, to: 0, units: 0n, cents: 0n, unknown: 0 };
    const ofRule = slides.get(counts) ?? new Map<number, Map<string, Slide>>();
    const ofWindow = ofRule.get(window) ?? new Map<string, Slide>();
    slides.set(counts, ofRule.set(window, ofWindow.set(whose, made)));
    return made;
  }

  function sum(query: WindowQuery, now: number): WindowSum {
    const slide = slideOf(query);
    move(slide, now - query.hours * hourMs, query.counts);
    return { units: slide.units, cents: slide.unknown > 0 ? undefined : slide.cents };
  }

  return {
    /** Not earlier than any before it. */
    add(spending: Spending): void {
      const { fee, beside = [], ...paid } = spending;
      const each = [paid, ...[...(fee ? [fee] : []), ...beside].map((part) => ({ ...paid, ...part }))];
      for (const scope of scopes) lineOf(scope, spending).push(...each);
    },
    /** @param now not earlier than in any question before */
    spentAt:
      (now: number): Facts['spent'] =>
      (query) =>
        sum(query, now),
  };
}

import { runsOf } from '@holdfast/testkit/runs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type BookRules,
  bookInForce,
  evaluate,
  type GraceRules,
  graceAfter,
  listedUntil,
  longerUntil,
  nothingKnown,
  type PolicyDocument,
  payableFrom,
} from '../src/index.ts';
import { documents } from './arbitrary.ts';
import { hour } from './cases/crew.ts';
import { refOf, transfer } from './fixtures.ts';

vi.setConfig({ testTimeout: 120_000 });

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`held: seed ${seed}`);
const runs = (all: number) => ({ numRuns: runsOf(all), seed });

const books = fc.record<BookRules>({
  mode: fc.constantFrom('on', 'off'),
  coolingHours: fc.constantFrom('0', '1', '6', '24', '48'),
});
/** Versions, each seen some time after the one before; a clock may fall back a little. */
const histories = fc.record({
  first: books,
  later: fc.array(fc.record({ book: books, wait: fc.integer({ min: -1, max: 60 }) }), { minLength: 1, maxLength: 8 }),
});
type History = { first: BookRules; later: readonly { book: BookRules; wait: number }[] };

interface Seen {
  readonly book: BookRules;
  readonly held: readonly GraceRules[];
  readonly at: number;
}

/** After each version: the document's own rules, what is held beside them, and when that was seen. */
function seenOf({ first, later }: History): Seen[] {
  let [book, at] = [first, 1_000 * hour];
  let held: readonly GraceRules[] = [];
  const seen: Seen[] = [{ book, held, at }];
  for (const step of later) {
    at += step.wait * hour;
    held = graceAfter(held, book, step.book, at);
    book = step.book;
    seen.push({ book, held, at });
  }
  return seen;
}
const lastOf = (seen: readonly Seen[]): Seen => {
  const last = seen.at(-1);
  if (!last) throw new Error('no version');
  return last;
};

describe('a loosened address book', () => {
  it('lets nothing through, within the period that was in force before, that it refused before', () => {
    let loosened = 0;
    fc.assert(
      fc.property(histories, books, fc.nat(100), (history, next, later) => {
        const before = lastOf(seenOf(history));
        const counted = bookInForce(before.book, before.held, before.at);
        const at = before.at;
        const held = graceAfter(before.held, before.book, next, at);
        const now = at + later * hour;
        if (now >= at + counted.coolingHours * hour) return;
        const then = bookInForce(next, held, now);
        const stillCounts = bookInForce(before.book, before.held, now);
        if (next.mode === 'off' && stillCounts.mode === 'on') loosened++;
        // What would count now without the change counts with it: nobody gains anything by the change before its time.
        expect(then.mode === 'on' || stillCounts.mode === 'off').toBe(true);
        expect(then.coolingHours).toBeGreaterThanOrEqual(stillCounts.coolingHours);
      }),
      runs(3_000),
    );
    expect(loosened).toBeGreaterThan(runsOf(30));
  });

  it('counts in the end as the document says, and a tightening at once', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const seen = seenOf(history);
        const { book, held, at } = lastOf(seen);
        const now = bookInForce(book, held, at);
        expect(now.mode === 'on' || book.mode === 'off').toBe(true);
        expect(now.coolingHours).toBeGreaterThanOrEqual(Number(book.coolingHours));
        const end = Math.max(at, ...held.map(({ until }) => until));
        // Each version is held to for its own period at most, from when it was seen: by a clock that has fallen back since, that is longer.
        const latest = Math.max(...seen.map((one) => one.at));
        expect(end - latest).toBeLessThanOrEqual(48 * hour);
        expect(bookInForce(book, held, end)).toEqual({ mode: book.mode, coolingHours: Number(book.coolingHours) });
        expect(bookInForce(book, held, listedUntil(book, held, at) ?? at).mode).toBe(
          listedUntil(book, held, at) === undefined ? now.mode : 'off',
        );
      }),
      runs(1_000),
    );
  });

  it('has an entry payable from the one moment at which it has waited as long as is asked for, and ever after', () => {
    fc.assert(
      fc.property(histories, fc.nat(120), fc.integer({ min: -120, max: 240 }), (history, before, later) => {
        const { book, held, at } = lastOf(seenOf(history));
        const since = at - before * hour;
        const now = at + later * hour;
        const waited = now >= since + bookInForce(book, held, now).coolingHours * hour;
        expect(now >= payableFrom(since, book, held)).toBe(waited);
      }),
      runs(2_000),
    );
  });

  it('refuses every payment to a stranger as long as it is held, whatever else the rules say', () => {
    fc.assert(
      fc.property(documents, (given) => {
        const policy: PolicyDocument = { ...given, book: { mode: 'off', coolingHours: '24' } };
        const intent = transfer({ policy: refOf(policy) });
        const { problem } = evaluate(policy, intent, [], { ...nothingKnown, whitelistHeld: true });
        expect(problem).toBe('whitelistHeld');
        const listed = { ...nothingKnown, isListed: () => true };
        expect(evaluate(policy, intent, [], { ...listed, whitelistHeld: true })).toEqual(
          evaluate(policy, intent, [], listed),
        );
      }),
      runs(300),
    );
  });
});

describe('a step', () => {
  const at = 1_000 * hour;
  const rules = (mode: 'on' | 'off', coolingHours: string): BookRules => ({ mode, coolingHours });
  const strict = rules('on', '24');

  it.each([
    ['switched off', rules('off', '24')],
    ['shortened', rules('on', '6')],
    ['both', rules('off', '0')],
  ])('that loosens is held back for as long as an entry had to wait: %s', (_, after) =>
    expect(graceAfter([], strict, after, at)).toEqual([{ ...strict, until: at + 24 * hour }]),
  );

  it.each([
    ['the same', strict, strict],
    ['switched on', rules('off', '24'), strict],
    ['off before and after', rules('off', '24'), rules('off', '48')],
    ['lengthened', strict, rules('on', '48')],
    ['loosened where nothing waits', rules('on', '0'), rules('off', '0')],
  ])('that loosens nothing holds nothing back: %s', (_, before, after) =>
    expect(graceAfter([], before, after, at)).toEqual([]),
  );

  it('is told with its end: of the list as long as it is asked for, of the wait as long as it is longer', () => {
    const held: GraceRules[] = [
      { ...rules('on', '6'), until: at + 6 * hour },
      { ...rules('off', '48'), until: at + 48 * hour },
      { ...rules('on', '48'), until: at },
    ];
    expect(listedUntil(rules('off', '0'), held, at)).toBe(at + 6 * hour);
    expect(listedUntil(rules('on', '0'), held, at)).toBeUndefined();
    expect(listedUntil(rules('off', '0'), held, at + 6 * hour)).toBeUndefined();
    expect(longerUntil(rules('off', '0'), held, at)).toBe(at + 48 * hour);
    expect(longerUntil(rules('off', '47'), held, at)).toBe(at + 48 * hour);
    expect(longerUntil(rules('off', '48'), held, at)).toBeUndefined();
    expect(longerUntil(rules('off', '0'), held, at + 48 * hour)).toBeUndefined();
  });
});

it('an entry can be paid when what is held longest of those that still hold is over, in whatever order they came', () => {
  const longer: GraceRules = { mode: 'on', coolingHours: '72', until: 50 * hour };
  const later: GraceRules = { mode: 'on', coolingHours: '48', until: 100 * hour };
  for (const held of [
    [longer, later],
    [later, longer],
  ])
    expect(payableFrom(0, { mode: 'on', coolingHours: '0' }, held)).toBe(50 * hour);
});

import type { PolicyDocument } from './document.ts';
import { hourMs } from './spendings.ts';

/** Is everybody who is paid to be listed, and how long does a new entry wait. */
export type BookRules = PolicyDocument['book'];

/**
 * Rules about the address book that a later version loosened. What the members agreed on loosens only after the cooling period that was in force: until
 * then, in epoch milliseconds by the clock of who holds them, they go on counting. Otherwise whoever has enough approvals for a moment could switch the
 * book off and pay a stranger before anybody had looked.
 */
export interface GraceRules extends BookRules {
  readonly until: number;
}

/** The strictest of what a document says and of what is held beside it. */
export interface BookInForce {
  readonly mode: BookRules['mode'];
  readonly coolingHours: number;
}

const isLooser = (before: BookRules, after: BookRules): boolean =>
  (before.mode === 'on' && after.mode === 'off') || Number(after.coolingHours) < Number(before.coolingHours);

const standing = (graceRules: readonly GraceRules[], now: number): GraceRules[] =>
  graceRules.filter(({ until }) => now < until);

/** What counts now: each rule of the document, or a stricter one that is still held. */
export function bookInForce(book: BookRules, graceRules: readonly GraceRules[], now: number): BookInForce {
  const all = [book, ...standing(graceRules, now)];
  return {
    mode: all.some(({ mode }) => mode === 'on') ? 'on' : 'off',
    coolingHours: Math.max(...all.map(({ coolingHours }) => Number(coolingHours))),
  };
}

/** Hours from now until what a step loosens counts, were it taken now: as long as an entry has to wait now. 0 where it loosens nothing. */
export const loosensAfter = (
  before: BookRules,
  after: BookRules,
  graceRules: readonly GraceRules[],
  now: number,
): number => (isLooser(before, after) ? bookInForce(before, graceRules, now).coolingHours : 0);

/**
 * What is held after a step from one version to the next, seen at `at`. A loosening step holds what was in force before it for as long as an entry had to
 * wait then, whatever it says itself; a tightening one ends nothing that is held.
 */
export function graceAfter(
  graceRules: readonly GraceRules[],
  before: BookRules,
  after: BookRules,
  at: number,
): GraceRules[] {
  const still = standing(graceRules, at);
  const hours = loosensAfter(before, after, still, at);
  return hours === 0 ? still : [...still, { ...before, until: at + hours * hourMs }];
}

/** From when an entry that was listed at `since` can be paid, in epoch milliseconds: while a longer period is held, by that. */
export function payableFrom(since: number, book: BookRules, graceRules: readonly GraceRules[]): number {
  const ends = graceRules.map(({ until }) => until).sort((a, b) => a - b);
  let begin = Number.NEGATIVE_INFINITY;
  for (const end of ends) {
    const from = Math.max(begin, since + bookInForce(book, graceRules, begin).coolingHours * hourMs);
    if (from < end) return from;
    begin = end;
  }
  return Math.max(begin, since + Number(book.coolingHours) * hourMs);
}

/** Until when entries have to wait longer than the document says; undefined where nothing is held. */
export function longerUntil(book: BookRules, graceRules: readonly GraceRules[], now: number): number | undefined {
  const longer = standing(graceRules, now).filter(
    ({ coolingHours }) => Number(coolingHours) > Number(book.coolingHours),
  );
  return longer.length === 0 ? undefined : Math.max(...longer.map(({ until }) => until));
}

/** Until when payees have to be listed although the document asks for it no more; undefined where it does, or nothing is held. */
export function listedUntil(book: BookRules, graceRules: readonly GraceRules[], now: number): number | undefined {
  const ends = standing(graceRules, now).flatMap(({ mode, until }) => (mode === 'on' ? [until] : []));
  return book.mode === 'on' || ends.length === 0 ? undefined : Math.max(...ends);
}

import type { Review } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { ownSections, pageParts, warningsOf } from '../lazy-sections.ts';
import { type Asked, readEach } from '../refuse/asked.ts';
import type { DecisionState } from '../request/decision.ts';
import { nextNotice } from '../request/next.ts';
import { peopleCard } from '../request/people.ts';
import type { Screen } from '../texts.ts';
import { drawBroken, drawnOf, type Line, mark, standing } from './line.ts';
import { endsOthers, isThrough, outdates } from './order.ts';
import { placeChanging, type Shared } from './shared.ts';

const pollMs = 4_000;

/** What is kept up to date. */
export interface Followed {
  readonly screen: Screen;
  readonly asked: readonly Asked[];
  readonly lines: readonly Line[];
  readonly shared: Shared;
  readonly state: DecisionState;
  /** How often it was asked how all stand: an answer that comes after a later question is worth nothing. */
  looks: number;
}

/** Those of which anything is shown. */
export const shownOf = (lines: readonly Line[]): readonly Line[] => lines.filter(({ review }) => review !== undefined);

/** Draws beside it whose decision is missing now, what is to be looked at, and what others said. @returns whether all of it came */
async function redraw({ screen }: Followed, line: Line, facts: SignerFacts): Promise<boolean> {
  const { review, decided } = line;
  if (!review) return true;
  const next = decided ? nextNotice(screen, review) : null;
  line.next.replaceChildren(...(next ? [next] : []));
  line.people.card = peopleCard(screen, review);
  const parts = Promise.all([
    warningsOf(screen, review, decided && { done: 'approve' }),
    ownSections(screen, facts, review),
    pageParts(screen, review, decided !== undefined, true),
  ]);
  const [warned, sections, pages] = await parts.catch(() => []);
  if (warned) line.warnings.replaceChildren(...warned);
  if (sections) line.late.replaceChildren(...sections);
  if (pages) [line.pages.card] = pages;
  return warned !== undefined && sections !== undefined;
}

/** Has the signer this very decision? */
const isIn = ({ approvals }: Review, taken: Line['taken']): boolean =>
  approvals.some(({ proof }) => proof.signature === taken?.signature);

/** What rules are asked for is drawn once: where others are now, all of it is to be seen anew. */
const asks = ({ shown, review }: Line): boolean =>
  JSON.stringify([shown?.evaluation.rule, shown?.unknown]) !==
  JSON.stringify([review?.evaluation.rule, review?.unknown]);

/** Says of each what can still be decided on it, by what the signer said last. */
export function markAll({ screen, lines }: Pick<Followed, 'screen' | 'lines'>): void {
  for (const line of lines) {
    const { review, decided, outcome } = line;
    if (!review || outcome === 'signing' || outcome === 'sending' || outcome === 'notYours') continue;
    // Once nothing was missing for a change, what comes into force after it says nothing of it.
    line.passed ||= endsOthers(review) && isThrough(review);
    const now = line.passed ? 'over' : standing(review);
    const ends = lines.some((one) => one !== line && one.review && outdates(one.review, review));
    const left = now === 'waiting' && ends ? 'overtaken' : now === 'waiting' && asks(line) ? 'blocked' : now;
    const next = decided && left !== 'overtaken' ? decided : left;
    if (next !== outcome) mark(screen, line, next);
  }
}

/** Asks the signer how each stands, and draws what has changed. What cannot be read stays as it was. @param inRow while a row of signatures goes on */
export async function update(desk: Followed, inRow = false): Promise<void> {
  const { screen, asked, lines, shared, state } = desk;
  desk.looks += 1;
  const look = desk.looks;
  const read = await readEach(asked).catch(() => undefined);
  const isLate = (): boolean => look !== desk.looks || screen.left.aborted || (state.busy && !inRow);
  for (const { id, review, fault, said } of read?.entries ?? []) {
    const line = lines.find((one) => one.id === id);
    if (isLate() || !read) return;
    if (!line?.review || line.outcome === 'signing' || line.outcome === 'sending') continue;
    if (fault) drawBroken(screen, line, fault);
    if (!review) continue;
    line.review = review;
    if (isIn(review, line.taken)) line.taken = undefined;
    const drawn = drawnOf(said, line.decided);
    if (drawn !== line.drawn && (await redraw(desk, line, read.facts))) line.drawn = drawn;
  }
  if (isLate()) return;
  placeChanging(screen, shared, shownOf(lines));
  markAll(desk);
}

/** What others decide meanwhile, and what becomes of what was decided here. @param drawBar after each look */
export function follow(desk: Followed, drawBar: () => void): void {
  const timer = setInterval(() => {
    if (!desk.state.busy && !document.hidden) void update(desk).then(drawBar);
  }, pollMs);
  desk.screen.left.addEventListener('abort', () => clearInterval(timer));
}

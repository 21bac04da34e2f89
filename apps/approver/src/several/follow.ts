import { isInForce, type Review } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { lazySections, warningsOf } from '../lazy-sections.ts';
import { type Asked, readAll } from '../refuse/asked.ts';
import type { DecisionState } from '../request/decision.ts';
import { nextNotice } from '../request/next.ts';
import { peopleCard } from '../request/people.ts';
import type { Screen } from '../texts.ts';
import { changing, type Line, mark, standing } from './line.ts';
import { outdates } from './order.ts';
import { placePeople, type Shared } from './shared.ts';

const pollMs = 4_000;

/** What is kept up to date. */
export interface Followed {
  readonly screen: Screen;
  readonly asked: readonly Asked[];
  readonly lines: readonly Line[];
  readonly shared: Shared;
  readonly state: DecisionState;
}

/** Those of which anything is shown. */
export const shownOf = (lines: readonly Line[]): readonly Line[] => lines.filter(({ review }) => review !== undefined);

/** Draws beside it whose decision is missing now, what is to be looked at, and what others said. What cannot be read stays as it was. */
async function redraw({ screen }: Followed, line: Line, review: Review, facts: SignerFacts): Promise<void> {
  const next = line.decided ? nextNotice(screen, review) : null;
  line.next.replaceChildren(...(next ? [next] : []));
  line.people.card = peopleCard(screen, review);
  const [warned, sections] = await Promise.all([
    warningsOf(screen, review, line.decided && { done: 'approve' }),
    lazySections(screen, facts, review, line.decided !== undefined),
  ]).catch(() => []);
  if (warned) line.warnings.replaceChildren(...warned);
  if (sections) line.late.replaceChildren(...sections);
}

/** Is nothing missing for it to come into force? The signers agree on it a moment after its last approval. */
const isThrough = (review: Review): boolean => isInForce(review) || review.evaluation.state === 'satisfied';

/** Says of each what can still be decided on it. @returns whether that is something else than before */
function markAll({ screen, lines }: Followed): boolean {
  const through = lines.flatMap(({ review }) => (review && isThrough(review) ? [review] : []));
  const ends = (review: Review): boolean => through.some((one) => one !== review && outdates(one, review));
  let changed = false;
  for (const line of lines) {
    const { review, decided, outcome } = line;
    if (!review || !(decided || outcome === 'waiting' || outcome === 'outdated' || outcome === 'blocked')) continue;
    const now = standing(review);
    const isOutdated = now === 'outdated' || (now !== 'over' && ends(review));
    const next = isOutdated ? 'outdated' : (decided ?? now);
    if (next === outcome) continue;
    mark(screen, line, next);
    changed = true;
  }
  return changed;
}

/** Asks the signer how each stands, and draws what has changed. Where that cannot be read nothing is said: what was decided stands. @returns whether something else can be decided than before */
export async function update(desk: Followed): Promise<boolean> {
  const { screen, asked, lines, shared } = desk;
  const read = await readAll(asked).catch(() => undefined);
  if (!read || screen.left.aborted) return false;
  for (const { id, review, fault } of read.entries) {
    const line = lines.find((one) => one.id === id);
    if (!line?.review) continue;
    // What stood there is no longer what the signer has.
    if (fault && !line.decided) mark(screen, line, 'broken');
    if (!review) continue;
    const drawn = changing(review, line.decided);
    if (drawn === line.drawn) continue;
    Object.assign(line, { review, drawn });
    await redraw(desk, line, review, read.facts);
  }
  placePeople(screen, shared, shownOf(lines));
  return markAll(desk);
}

/** What others decide meanwhile, and what becomes of what was decided here. */
export function follow(desk: Followed, changed: () => void): void {
  const timer = setInterval(() => {
    if (desk.state.busy || document.hidden) return;
    void update(desk).then((isOther) => {
      if (isOther && !desk.state.busy && !desk.screen.left.aborted) changed();
    });
  }, pollMs);
  desk.screen.left.addEventListener('abort', () => clearInterval(timer));
}

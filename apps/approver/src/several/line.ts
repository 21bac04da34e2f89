import { blockersOf, honestText, namesakesOf, pageStand, payeeOf, type Review, ReviewError } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { alertBox, digestView, el } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import { ownSections, pageParts, warningsOf } from '../lazy-sections.ts';
import type { Taken } from '../request/deliver.ts';
import { sayFault } from '../request/fault-words.ts';
import { peopleCard } from '../request/people.ts';
import { listFor, ownersOf, recipientCards } from '../request/recipients.ts';
import { contextRows, headline } from '../request/summary.ts';
import type { Screen } from '../texts.ts';
import { isThrough, type Placed } from './order.ts';
import type { Drawn } from './shared.ts';
import { say } from './words.ts';

/** `signed`: as a request of one's own, which is no approval. `over`: members have decided. `ended`: without that. `overtaken`: made for what is so no more. */
type Decided = 'done' | 'signed';
type Standing = 'waiting' | 'overtaken' | 'over' | 'ended' | 'blocked';
type Outcome = Decided | Standing | 'signing' | 'sending' | 'notYours' | 'broken';

/** One of the requests on the page. */
export interface Line extends Drawn {
  readonly id: string;
  /** As it was drawn. */
  readonly shown: Review | undefined;
  /** As the signer says it now; nothing where nothing of it is shown. */
  review: Review | undefined;
  readonly pill: HTMLElement;
  readonly box: HTMLInputElement;
  /** Whose decision is missing after ours. */
  readonly next: HTMLElement;
  /** What is to be looked at before it is approved. */
  readonly warnings: HTMLElement;
  /** What only some requests have, and what others said of it. */
  readonly late: HTMLElement;
  /** The way to refuse it; missing where it is not shown. */
  readonly refuse: HTMLElement | undefined;
  outcome: Outcome;
  /** What was decided here. */
  decided: Decided | undefined;
  /** Who has that, as long as the signer has not told of it. */
  taken: Taken | undefined;
  /** What the signer said when it was drawn. */
  drawn: string;
  /** Nothing was missing for it once. */
  passed: boolean;
}

export const isDecided = (outcome: Outcome): outcome is Decided => outcome === 'done' || outcome === 'signed';

export function mark(screen: Screen, line: Line, outcome: Outcome): void {
  line.outcome = outcome;
  line.pill.className = `pill ${isDecided(outcome) ? 'ok' : outcome === 'broken' ? 'bad' : ''}`;
  line.pill.replaceChildren(say(screen, outcome));
  if (isDecided(outcome)) line.decided = outcome;
  line.box.disabled = outcome !== 'waiting';
  if (line.refuse) line.refuse.hidden = outcome !== 'waiting' && outcome !== 'blocked';
}

type Told = typeof import('../request/told.ts');

/** What is drawn of a request beside its own facts. */
interface Own {
  readonly check: HTMLElement;
  readonly warnings: HTMLElement;
  readonly late: HTMLElement;
  readonly people: Drawn['people'];
  readonly pages: Drawn['pages'];
}

/** The words, by which people compare; all digits are folded, or each request would be longer by them than by what it does. */
const fingerprint = (screen: Screen, review: Review): HTMLElement =>
  el(
    'section',
    { class: 'card pad' },
    el(
      'details',
      {},
      el(
        'summary',
        {},
        screen.say('digestTitle'),
        ' ',
        el('span', { class: 'mono', translate: 'no' }, review.words.join(' ')),
      ),
      digestView(review.words, review.digest),
      el('p', { class: 'muted' }, screen.say('digestHint')),
    ),
  );

/**
 * The same that is shown of it alone, all of it and in its order. What is ticked stands beneath all that it is for, whichever kind it is: above are who is
 * paid, the facts and the document; below is who decides. @throws ReviewError for a recipient that is said to be our own, and is not
 */
async function parts(
  screen: Screen,
  facts: SignerFacts,
  review: Review,
  told: Told,
  { check, warnings, late, people, pages }: Own,
): Promise<(HTMLElement | null)[]> {
  const kind = kindsOnPage[review.intent.kind];
  const [owners, list, warned, sections, [ofPages]] = await Promise.all([
    ownersOf(review, facts.keyGroups),
    listFor(review),
    warningsOf(screen, review),
    ownSections(screen, facts, review),
    pageParts(screen, review, false, true),
  ]);
  warnings.replaceChildren(...warned);
  late.replaceChildren(...sections);
  people.card = peopleCard(screen, review);
  pages.card = ofPages;
  return [
    ...recipientCards(screen, review, owners, list),
    warnings,
    contextRows(screen, review, told),
    kind.document?.(screen, review) ?? null,
    late,
    pages.place,
    check,
    people.place,
    fingerprint(screen, review),
  ];
}

/** How a request stands by what the signer says of it. What asks for more than a look and a touch is decided by itself. */
export function standing(review: Review): Standing {
  const { evaluation, signed, grant } = review;
  if (grant) return 'blocked';
  if (signed || isThrough(review) || evaluation.state === 'refused') return 'over';
  const blockers = blockersOf(review, Date.now());
  if (blockers.includes('stale')) return 'overtaken';
  if (blockers.includes('givenUp') || blockers.includes('expired')) return 'ended';
  const isUseless = pageStand(review, location.origin)?.here === 'useless';
  return blockers.length > 0 || isUseless || evaluation.state === 'unsatisfiable' ? 'blocked' : 'waiting';
}

/** What everything that changes is drawn by: what the signer says of it, and what was decided here. */
export const drawnOf = (said: string, decided: Line['decided']): string => `${said} ${decided}`;

const brokenParts = (screen: Screen, id: string, error: ReviewError): HTMLElement =>
  alertBox(el('p', {}, sayFault(screen, error.code)), el('p', { class: 'mono' }, id));

/** Takes down what was shown of it: that is no longer what the signer has. What was decided on it stays told. */
export function drawBroken(screen: Screen, line: Line, error: ReviewError): void {
  line.review = undefined;
  line.people.card = undefined;
  line.pages.card = undefined;
  line.view.replaceChildren(el('p', { class: 'meta' }, line.pill), brokenParts(screen, line.id, error));
  mark(screen, line, line.decided ?? 'broken');
}

/** Leads to where this one alone is refused, and from there back to the others that are open. @param leave names these, and keeps what was ticked of them */
function refusalLink(screen: Screen, item: string, leave: () => string): HTMLElement {
  const query = new URLSearchParams(screen.route.query);
  query.delete('rest');
  const address = (rest: string): string => {
    query.set('items', item);
    if (rest) query.set('rest', rest);
    return `#/refuse?${query}`;
  };
  // In the place of this page, so that the tab has no past and goes away in the end.
  const click = (event: Event): void => {
    event.preventDefault();
    link.href = address(leave());
    location.replace(link.href);
  };
  const link = el('a', { href: address(''), click }, say(screen, 'refuse'));
  return el('p', {}, link);
}

/** Who alone is paid, where the address book has a name for exactly that and no other payee has one like it. */
function payeeName(review: Review): string | undefined {
  const [output, ...others] = review.intent.outputs;
  if (!output || others.length > 0 || namesakesOf(review).length > 0) return undefined;
  const payee = payeeOf(review, output, Date.now());
  return payee.kind === 'entry' && payee.state !== 'other' ? honestText(payee.label) : undefined;
}

export async function lineOf(
  screen: Screen,
  facts: SignerFacts,
  { id, digest, review, fault, said }: Placed,
  /** Which of how many. */
  at: string,
  told: Told,
  leave: () => string,
): Promise<Line> {
  const [pill, box] = [el('span', { class: 'pill' }), el('input', { type: 'checkbox' })];
  const top = el('p', { class: 'meta' }, pill, el('span', {}, at));
  const place = (): HTMLElement => el('div', { class: 'contents' });
  const [next, warnings, late] = [place(), place(), place()];
  const people: Drawn['people'] = { place: place(), card: undefined };
  const pages: Drawn['pages'] = { place: place(), card: undefined };
  const broken = (error: ReviewError): Line => {
    const line: Line = {
      id,
      shown: undefined,
      review: undefined,
      view: el('section', { class: 'stack one' }, top, brokenParts(screen, id, error)),
      pill,
      box,
      next,
      warnings,
      late,
      people,
      pages,
      refuse: undefined,
      outcome: 'broken',
      decided: undefined,
      taken: undefined,
      drawn: '',
      passed: false,
    };
    mark(screen, line, 'broken');
    return line;
  };
  if (!review) return broken(fault ?? new ReviewError('intentMalformed'));
  try {
    const check = el(
      'label',
      { class: 'check' },
      box,
      el('span', {}, kindsOnPage[review.intent.kind].acknowledge(screen, review)),
    );
    const shown = await parts(screen, facts, review, told, { check, warnings, late, people, pages });
    const name = payeeName(review);
    const title = el(
      'h2',
      {},
      headline(screen, review),
      name !== undefined && ' · ',
      name !== undefined && say(screen, 'payee', { name }),
    );
    const refuse = refusalLink(screen, `${id}.${digest}`, leave);
    const view = el('section', { class: 'stack one' }, top, title, next, ...shown, refuse);
    const drawn = { view, pill, box, next, warnings, late, people, pages, refuse };
    const line: Line = {
      id,
      shown: review,
      review,
      ...drawn,
      outcome: 'waiting',
      decided: undefined,
      taken: undefined,
      drawn: drawnOf(said, undefined),
      passed: false,
    };
    mark(screen, line, standing(review));
    return line;
  } catch (error) {
    if (error instanceof ReviewError) return broken(error);
    throw error;
  }
}

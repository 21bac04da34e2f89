import { type Actor, blockersOf, honestText, isInForce, pageStand, type Review, ReviewError } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { alertBox, backLink, digestView, el, heading, notice, showWaiting, stopWaiting } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import { lazySections, warningsOf } from '../lazy-sections.ts';
import { type Asked, askedOf, readAll } from '../refuse/asked.ts';
import { type DecisionState, newDecisionState } from '../request/decision.ts';
import { sayFault } from '../request/fault-words.ts';
import { rememberUse } from '../request/keys-here.ts';
import { failureBox, keyNotices, nextNotice, sendingText, signingHint } from '../request/next.ts';
import { notShown } from '../request/not-shown.ts';
import { peopleCard } from '../request/people.ts';
import { listFor, ownersOf, recipientCards } from '../request/recipients.ts';
import { decide, usableActors } from '../request/sign.ts';
import { contextRows, headline } from '../request/summary.ts';
import { actorField, addressee, offerOf } from '../request/who.ts';
import type { Screen } from '../texts.ts';
import { outdates, outdatingNote, type Placed, placed } from './order.ts';
import { type Drawn, placePeople, type Shared, takeShared } from './shared.ts';
import { say } from './words.ts';

type Outcome = 'waiting' | 'signing' | 'sending' | 'done' | 'signed' | 'notYours' | 'outdated' | 'blocked' | 'broken';

interface Line extends Drawn {
  readonly review: Review | undefined;
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
}

interface Desk {
  readonly screen: Screen;
  readonly asked: readonly Asked[];
  readonly lines: readonly Line[];
  readonly shared: Shared;
  /** Says what to do, as long as there is something to do. */
  readonly lead: HTMLElement;
  readonly place: HTMLElement;
  readonly state: DecisionState;
}

/** `signed`: as a request of one's own, which is no approval. */
const isDecided = (outcome: Outcome): boolean => outcome === 'done' || outcome === 'signed';

function mark(screen: Screen, line: Line, outcome: Outcome): void {
  line.outcome = outcome;
  line.pill.className = `pill ${isDecided(outcome) ? 'ok' : outcome === 'broken' ? 'bad' : ''}`;
  line.pill.replaceChildren(say(screen, outcome));
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
  { check, warnings, late, people }: Own,
): Promise<(HTMLElement | null)[]> {
  const kind = kindsOnPage[review.intent.kind];
  const [owners, list, warned, sections] = await Promise.all([
    ownersOf(review, facts.keyGroups),
    listFor(review),
    warningsOf(screen, review),
    lazySections(screen, facts, review),
  ]);
  warnings.replaceChildren(...warned);
  late.replaceChildren(...sections);
  people.card = peopleCard(screen, review);
  return [
    ...recipientCards(screen, review, owners, list),
    warnings,
    contextRows(screen, review, told),
    kind.document?.(screen, review) ?? null,
    late,
    check,
    people.place,
    fingerprint(screen, review),
  ];
}

/** What asks for more than a look and a touch is decided by itself. */
const needsOwnPage = (review: Review): boolean =>
  review.grant !== undefined ||
  review.signed ||
  blockersOf(review, Date.now()).length > 0 ||
  pageStand(review, location.origin)?.here === 'useless';

async function lineOf(
  screen: Screen,
  facts: SignerFacts,
  { id, digest, review, fault }: Placed,
  /** Which of how many. */
  at: string,
  told: Told,
): Promise<Line> {
  const [pill, box] = [el('span', { class: 'pill' }), el('input', { type: 'checkbox' })];
  const top = el('p', { class: 'meta' }, pill, el('span', {}, at));
  const place = (): HTMLElement => el('div', { class: 'contents' });
  const [next, warnings, late] = [place(), place(), place()];
  const people: Drawn['people'] = { place: place(), card: undefined };
  const broken = (error: ReviewError): Line => {
    const why = alertBox(el('p', {}, sayFault(screen, error.code)), el('p', { class: 'mono' }, id));
    const line: Line = {
      review: undefined,
      view: el('section', { class: 'stack one' }, top, why),
      pill,
      box,
      next,
      warnings,
      late,
      people,
      refuse: undefined,
      outcome: 'broken',
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
    const shown = await parts(screen, facts, review, told, { check, warnings, late, people });
    const title = el('h2', {}, headline(screen, review));
    const query = new URLSearchParams(screen.route.query);
    query.set('items', `${id}.${digest}`);
    const refuse = el('p', {}, el('a', { href: `#/refuse?${query}` }, say(screen, 'refuse')));
    const view = el('section', { class: 'stack one' }, top, title, next, ...shown, refuse);
    const line: Line = { review, view, pill, box, next, warnings, late, people, refuse, outcome: 'waiting' };
    mark(screen, line, needsOwnPage(review) ? 'blocked' : 'waiting');
    return line;
  } catch (error) {
    if (error instanceof ReviewError) return broken(error);
    throw error;
  }
}

const hasTurn = ({ standing }: Actor): boolean => standing === 'approve' || standing === 'initiate';

/** The same key in one of the requests, where it is its holder's turn. */
async function actorIn({ state }: Desk, { review }: Line, credential: string): Promise<Actor | undefined> {
  const actors = review ? await usableActors(review, state.opened) : [];
  return actors.find((one) => one.credential.id === credential && hasTurn(one));
}

/** Every key that can decide one of them, each once, as it stands in the first. */
async function holders({
  lines,
  state,
}: Desk): Promise<{ readonly first: Review | undefined; readonly actors: Actor[] }> {
  const open = lines.flatMap(({ review, outcome }) => (review && outcome === 'waiting' ? [review] : []));
  const found = new Map<string, Actor>();
  for (const review of open)
    for (const actor of (await usableActors(review, state.opened)).filter(hasTurn))
      if (!found.has(actor.credential.id)) found.set(actor.credential.id, actor);
  return { first: open[0], actors: [...found.values()] };
}

/** Those of which anything is shown. */
const shownOf = (lines: readonly Line[]): readonly Line[] => lines.filter(({ review }) => review !== undefined);

/** Says beside each that was decided whose decision is missing now, and who has decided. Where that cannot be read nothing is said: what was decided stands. */
async function tellNext({ screen, lines, shared, asked }: Desk): Promise<void> {
  const decided = new Map(
    lines.flatMap((line) => (line.review && isDecided(line.outcome) ? [[line.review.intent.id, line] as const] : [])),
  );
  if (decided.size === 0) return;
  const read = await readAll(asked.filter(({ id }) => decided.has(id))).catch(() => undefined);
  const now = (read?.entries ?? []).flatMap(({ id, review }) => {
    const line = decided.get(id);
    return line && review ? [{ line, review }] : [];
  });
  for (const { line, review } of now) {
    const told = nextNotice(screen, review);
    line.next.replaceChildren(...(told ? [told] : []));
    line.people.card = peopleCard(screen, review);
  }
  placePeople(screen, shared, shownOf(lines));
  for (const { line, review } of now) {
    const [warned, sections] = await Promise.all([
      warningsOf(screen, review, { done: 'approve' }),
      read ? lazySections(screen, read.facts, review, true) : [],
    ]).catch(() => []);
    if (warned) line.warnings.replaceChildren(...warned);
    if (sections) line.late.replaceChildren(...sections);
  }
}

/** Marks what a change that was just decided has asked for anew: a key is not asked for what nobody waits for. Where it cannot be read, the next signature tells. */
async function markOutdated({ screen, lines, asked }: Desk, decided: Review): Promise<void> {
  const others = lines.filter(({ review, outcome }) => outcome === 'waiting' && review && outdates(decided, review));
  if (others.length === 0) return;
  const read = await readAll(asked.filter(({ id }) => id === decided.intent.id)).catch(() => undefined);
  const [now] = read?.entries ?? [];
  if (!now?.review || !(isInForce(now.review) || now.review.evaluation.state === 'satisfied')) return;
  for (const line of others) mark(screen, line, 'outdated');
}

/** One touch each: a signature over each of those that are ticked. What fails ends the row; what was signed before stays. */
async function approveAll(desk: Desk, { member, credential }: Actor): Promise<void> {
  const { screen, place, state } = desk;
  const row = desk.lines.filter(({ box, outcome }) => outcome === 'waiting' && box.checked);
  if (state.busy) return;
  state.busy = true;
  state.failed = undefined;
  for (const [at, line] of row.entries()) {
    if (line.outcome === 'outdated') continue;
    const actor = await actorIn(desk, line, credential.id);
    if (!line.review || !actor) {
      mark(screen, line, 'notYours');
      continue;
    }
    const stop = new AbortController();
    const where = { number: String(at + 1), count: String(row.length), name: honestText(member.name) };
    const cancel = el('button', { type: 'button', click: () => stop.abort() }, screen.say('cancel'));
    const told = el('p', { class: 'lead', role: 'status' }, say(screen, 'progress', where));
    const hint = signingHint(screen, actor);
    place.replaceChildren(el('div', { class: 'bar' }, told, hint, el('div', { class: 'actions' }, cancel)));
    mark(screen, line, 'signing');
    line.view.scrollIntoView?.({ block: 'nearest' });
    try {
      const decision = actor.standing === 'initiate' ? 'initiate' : 'approve';
      const { review } = line;
      const signed = (): void => {
        cancel.remove();
        if (hint) hint.remove();
        told.replaceChildren(sendingText(screen, review, member));
        mark(screen, line, 'sending');
      };
      await decide(review, actor, decision, state.opened, { signal: stop.signal, signed });
      mark(screen, line, decision === 'initiate' ? 'signed' : 'done');
      rememberUse(credential.id);
      await markOutdated(desk, review);
    } catch (error) {
      mark(screen, line, 'waiting');
      state.failed = stop.signal.aborted ? undefined : failureBox(screen, error, actor);
      break;
    }
    if (screen.left.aborted) return;
  }
  state.busy = false;
  await Promise.all([drawBar(desk), tellNext(desk)]);
}

async function drawBar(desk: Desk): Promise<void> {
  const { screen, lines, place, state } = desk;
  const [{ first, actors }, { keyFilePanel, noKeyNotice }, { closeSoon }, { worthOfAll }] = await Promise.all([
    holders(desk),
    import('../request/key-file.ts'),
    import('../request/next.ts'),
    import('../request/told.ts'),
  ]);
  if (screen.left.aborted || state.busy) return;
  const done = lines.filter(({ outcome }) => isDecided(outcome)).length;
  const chosen = lines.filter(({ box, outcome }) => outcome === 'waiting' && box.checked);
  const ticked = chosen.length;
  desk.lead.hidden = !first;
  const content: (Node | null)[] = [state.failed ?? null];
  if (done > 0) content.push(notice('ok', say(screen, 'doneAll', { count: String(done) })));
  const isAnew = lines.some(({ outcome }) => outcome === 'outdated');
  if (isAnew) content.push(notice('info', say(screen, 'anew')));
  if (first) {
    const wanted = addressee(screen, first);
    const offer = offerOf(actors, state, wanted);
    const { actor } = offer;
    if (actors.length > 0) content.push(...keyNotices(screen, wanted, actor));
    content.push(...actorField(screen, offer, state, () => void drawBar(desk)));
    if (actors.length === 0) content.push(noKeyNotice(screen));
    const turns = await Promise.all(chosen.map((line) => actor && actorIn(desk, line, actor.credential.id)));
    const onlyOwn = ticked > 0 && turns.every((one) => one?.standing === 'initiate');
    const label =
      ticked === 0 ? say(screen, 'none') : say(screen, onlyOwn ? 'sign' : 'approve', { count: String(ticked) });
    const click = (): void => void (actor && approveAll(desk, actor));
    const button = el(
      'button',
      { type: 'button', class: 'primary', id: 'approve-all', disabled: ticked === 0, click },
      label,
    );
    const sum = worthOfAll(chosen.flatMap(({ review }) => review ?? []));
    const together = sum && el('span', { class: 'muted' }, say(screen, 'sum', { sum }));
    if (actor) content.push(el('div', { class: 'actions' }, button, together));
  } else if (done > 0 && !isAnew) content.push(closeSoon(screen));
  content.push(backLink(screen, !first));
  const onOpen = (id: string, secret: Uint8Array): void => {
    state.opened.set(id, secret);
    state.chosen = id;
    void drawBar(desk);
  };
  const bar = el('div', { class: 'bar' }, ...content);
  place.replaceChildren(...(first ? [keyFilePanel(screen, first, onOpen), bar] : [bar]));
}

/** Several requests on one page, each shown whole, but that what is the same for all stands once below them; every approval is a signature of its own over the one that is shown. */
export async function drawSeveral(screen: Screen): Promise<void> {
  const asked = askedOf(screen.route.query);
  const back = (): HTMLElement => el('div', { class: 'actions' }, backLink(screen, false));
  if (asked.length === 0) return screen.show(heading(say(screen, 'badTitle'), say(screen, 'badLead')), back());
  showWaiting(screen);
  try {
    const [{ facts, entries }, told] = await Promise.all([readAll(asked), import('../request/told.ts')]);
    const inOrder = await placed(asked, entries);
    const lines = await Promise.all(
      inOrder.map((entry, at) => lineOf(screen, facts, entry, `${at + 1} / ${inOrder.length}`, told)),
    );
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    const shared = takeShared(screen, shownOf(lines));
    const place = el('div', { class: 'contents', id: 'decision' });
    const lead = el('span', {}, say(screen, 'lead'));
    const desk: Desk = { screen, asked, lines, shared, lead, place, state: newDecisionState() };
    for (const { box } of lines) box.addEventListener('change', () => void drawBar(desk));
    const top = heading(say(screen, 'title', { count: String(inOrder.length) }), lead);
    // What somebody decides on comes first, and what they have in common right before the decision.
    screen.show(top, outdatingNote(screen, inOrder), ...lines.map(({ view }) => view), shared.place, place);
    await drawBar(desk);
  } catch (error) {
    if (screen.left.aborted) return;
    screen.show(...(await notShown(screen, error, () => void drawSeveral(screen))));
  } finally {
    stopWaiting(screen);
  }
}

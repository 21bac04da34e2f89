import { type Actor, honestText, type Review } from '@holdfast/review';
import { backLink, el, heading, notice, showWaiting, stopWaiting } from '@holdfast/signer-ui';
import { askedOf, readAll } from '../refuse/asked.ts';
import { type DecisionState, newDecisionState } from '../request/decision.ts';
import { deliver } from '../request/deliver.ts';
import { rememberUse } from '../request/keys-here.ts';
import { closeSoon, failureBox, keyNotices, sendingText, signingHint, takenNotice, tellLate } from '../request/next.ts';
import { notShown } from '../request/not-shown.ts';
import { decide, usableActors } from '../request/sign.ts';
import { actorField, addressee, offerOf } from '../request/who.ts';
import type { Screen } from '../texts.ts';
import { type Followed, follow, markAll, shownOf, update } from './follow.ts';
import { isDecided, type Line, lineOf, mark } from './line.ts';
import { endsOthers, outdatingNote, placed } from './order.ts';
import { takeShared } from './shared.ts';
import { keepTicks, takeTicks } from './ticks.ts';
import { say } from './words.ts';

interface Desk extends Followed {
  /** Says what to do, as long as there is something to do. */
  readonly lead: HTMLElement;
  readonly place: HTMLElement;
  bar: HTMLElement | undefined;
  /** How all stood when the bar was drawn. */
  drawn: string;
  /** Kept while it is filled in. */
  keyFile: HTMLElement | undefined;
}

const outcomesOf = ({ lines }: Desk): string =>
  lines.map(({ outcome, taken }) => `${outcome} ${taken?.signature}`).join();

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

/** How long the outcome of a row waits for what the signer says of it. */
const patienceMs = 1_500;
const soon = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, patienceMs))]);

/** One touch each: a signature over each of those that are ticked. What fails ends the row; what was signed before stays. */
async function approveAll(desk: Desk, { member, credential }: Actor): Promise<void> {
  const { screen, place, state } = desk;
  const row = desk.lines.filter(({ box, outcome }) => outcome === 'waiting' && box.checked);
  if (state.busy) return;
  state.busy = true;
  state.failed = undefined;
  // Once it did not answer in time, none of the others waits for that again.
  let isAway = false;
  for (const [at, line] of row.entries()) {
    if (line.outcome !== 'waiting') continue;
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
        if (!isAway) tellLate(screen, review, told);
        told.replaceChildren(`${at + 1} / ${row.length} · `, sendingText(screen, review, member));
        mark(screen, line, 'sending');
      };
      const taken = await decide(review, actor, decision, state.opened, {
        signal: stop.signal,
        signed,
        deliver: (policy, approval) => deliver(policy, approval, isAway ? 0 : undefined),
      });
      line.taken = taken.by === 'own' ? undefined : taken;
      isAway ||= line.taken !== undefined;
      mark(screen, line, decision === 'initiate' ? 'signed' : 'done');
      rememberUse(credential.id);
      if (endsOthers(review)) await soon(update(desk, true));
    } catch (error) {
      mark(screen, line, 'waiting');
      state.failed = stop.signal.aborted ? undefined : failureBox(screen, error, actor);
      break;
    }
    if (screen.left.aborted) return;
  }
  await soon(update(desk, true));
  state.busy = false;
  await drawBar(desk);
}

/** The tab goes away once. */
function closing(screen: Screen, state: DecisionState): HTMLElement | null {
  state.closing ??= closeSoon(screen);
  return state.closing;
}

/** What came of all of them. */
function outcomeParts({ screen, lines, state }: Desk, isOpen: boolean): (Node | null)[] {
  const [first] = lines.flatMap(({ shown }) => shown ?? []);
  const taken = lines.map((line) => line.taken);
  const is = (outcome: Line['outcome']): boolean => lines.some((line) => line.outcome === outcome);
  const done = lines.filter(({ outcome }) => isDecided(outcome)).length;
  const isTaken = taken.some((one) => one !== undefined);
  return [
    state.failed ?? null,
    done > 0 ? notice('ok', say(screen, isTaken ? 'doneCount' : 'doneAll', { count: String(done) })) : null,
    first ? takenNotice(screen, first, taken) : null,
    is('overtaken') ? notice('info', say(screen, 'anew')) : null,
    lines.every(({ outcome }) => outcome === 'over') ? notice('info', say(screen, 'allOver')) : null,
    !isOpen && done > 0 && !isTaken && !is('overtaken') ? closing(screen, state) : null,
  ];
}

async function drawBar(desk: Desk): Promise<void> {
  const { screen, lines, state } = desk;
  const [{ first, actors }, { keyFilePanel, noKeyNotice }, { worthOfAll }] = await Promise.all([
    holders(desk),
    import('../request/key-file.ts'),
    import('../request/told.ts'),
  ]);
  const chosen = lines.filter(({ box, outcome }) => outcome === 'waiting' && box.checked);
  const ticked = chosen.length;
  const wanted = first && addressee(screen, first);
  const offer = offerOf(actors, state, wanted);
  const { actor } = offer;
  const turns = await Promise.all(chosen.map((line) => actor && actorIn(desk, line, actor.credential.id)));
  if (screen.left.aborted || state.busy) return;
  desk.lead.hidden = !first;
  desk.drawn = outcomesOf(desk);
  const content = outcomeParts(desk, first !== undefined);
  const way = [backLink(screen, !first)];
  if (first) {
    if (actors.length > 0) content.push(...keyNotices(screen, wanted, actor));
    content.push(...actorField(screen, offer, state, () => void drawBar(desk)));
    if (actors.length === 0) content.push(noKeyNotice(screen));
    const onlyOwn = ticked > 0 && turns.every((one) => one?.standing === 'initiate');
    const label =
      ticked === 0 ? say(screen, 'none') : say(screen, onlyOwn ? 'sign' : 'approve', { count: String(ticked) });
    const click = (): void => void (actor && approveAll(desk, actor));
    const button = el(
      'button',
      { type: 'button', class: 'primary', id: 'approve-all', disabled: ticked === 0, click },
      label,
    );
    const sum = worthOfAll(chosen.flatMap(({ shown }) => shown ?? []));
    if (actor && sum) content.push(el('p', { class: 'muted' }, say(screen, 'sum', { sum })));
    if (actor) way.unshift(button);
  }
  content.push(el('div', { class: 'actions' }, ...way));
  const onOpen = (id: string, secret: Uint8Array): void => {
    state.opened.set(id, secret);
    state.chosen = id;
    desk.keyFile = undefined;
    void drawBar(desk);
  };
  if (first) desk.keyFile ??= keyFilePanel(screen, first, onOpen);
  placeBar(desk, el('div', { class: 'bar' }, ...content), first && desk.keyFile);
}

/** What somebody is filling in beside it is not touched. */
function placeBar(desk: Desk, bar: HTMLElement, keyFile: HTMLElement | undefined): void {
  const { place, bar: before } = desk;
  if (keyFile?.parentElement === place && before?.parentElement === place) before.replaceWith(bar);
  else place.replaceChildren(...(keyFile ? [keyFile, bar] : [bar]));
  desk.bar = bar;
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
    const lines: Line[] = await Promise.all(
      inOrder.map((entry, at) =>
        lineOf(screen, facts, entry, `${at + 1} / ${inOrder.length}`, told, () => leaveFor(entry.id)),
      ),
    );
    const leaveFor = (id: string): string => {
      const left = lines.filter((line) => line.id !== id && line.outcome === 'waiting');
      keepTicks(left.flatMap(({ box, review }) => (box.checked && review ? [review.digest] : [])));
      return left.flatMap(({ id: other, review }) => (review ? [`${other}.${review.digest}`] : [])).join(',');
    };
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    const shared = takeShared(screen, shownOf(lines));
    const place = el('div', { class: 'contents', id: 'decision' });
    const lead = el('span', {}, say(screen, shared.place.hasChildNodes() ? 'leadShared' : 'lead'));
    const drawn = { bar: undefined, drawn: '', keyFile: undefined, looks: 0 };
    const desk: Desk = { screen, asked, lines, shared, lead, place, state: newDecisionState(), ...drawn };
    markAll(desk);
    const ticked = takeTicks();
    for (const { box, review, outcome } of lines) {
      box.checked = outcome === 'waiting' && review !== undefined && ticked.has(review.digest);
      box.addEventListener('change', () => void drawBar(desk));
    }
    const top = heading(say(screen, 'title', { count: String(inOrder.length) }), lead);
    // What somebody decides on comes first, and what they have in common right before the decision.
    screen.show(top, outdatingNote(screen, inOrder), ...lines.map(({ view }) => view), shared.place, place);
    await drawBar(desk);
    follow(desk, () => {
      if (outcomesOf(desk) !== desk.drawn) void drawBar(desk);
    });
  } catch (error) {
    if (screen.left.aborted) return;
    screen.show(...(await notShown(screen, error, () => void drawSeveral(screen))));
  } finally {
    stopWaiting(screen);
  }
}

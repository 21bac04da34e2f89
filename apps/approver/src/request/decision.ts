import type { Decision } from '@holdfast/policy';
import {
  type Actor,
  type Blocker,
  blockersOf,
  isInForce,
  memberName,
  pageStand,
  type Review,
  waits,
  whoRefused,
} from '@holdfast/review';
import { backLink, el, faultBox, notice } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import type { Screen } from '../texts.ts';
import type { Taken } from './deliver.ts';
import { rememberUse } from './keys-here.ts';
import { decide, type OpenedKeys, usableActors } from './sign.ts';
import { actorField, addressee, type Choice, offerOf } from './who.ts';

/** What this part remembers between two drawings of the same request. */
export interface DecisionState extends Choice {
  acknowledged: boolean;
  /** Why it is refused, as it was typed. */
  remark: string;
  busy: boolean;
  /** What became of the last act where it failed: told until the next one, however often all of this is drawn anew meanwhile. */
  failed: HTMLElement | undefined;
  /** Which act that was. */
  tried: Decision | undefined;
  done: Decision | undefined;
  /** Who has it, as long as what the signer said last is older than it. */
  taken: Taken | undefined;
  /** That the tab goes away, once that has been begun. */
  closing: HTMLElement | null | undefined;
  /** The request was taken off the screen: from then on nothing here signs. */
  withdrawn: boolean;
}

/** What was decided here, and with which key. */
export type Said = Partial<Pick<DecisionState, 'done' | 'chosen'>>;

export const newDecisionState = (): DecisionState => ({
  opened: new Map(),
  acknowledged: false,
  chosen: null,
  everybody: false,
  remark: '',
  busy: false,
  failed: undefined,
  tried: undefined,
  done: undefined,
  taken: undefined,
  closing: undefined,
  withdrawn: false,
});

const namesOf = (review: Review, ids: readonly string[]): string => ids.map((id) => memberName(review, id)).join(', ');

/** How the request ended, or nothing while it is open. */
function ending(screen: Screen, review: Review): HTMLElement | null {
  const { state } = review.evaluation;
  if (isInForce(review)) return notice('ok', screen.say('stateInForce'));
  if (waits(review)) return null;
  // What is refused after that is kept by the signer, and ends nothing.
  if (review.signed) return notice('info', screen.say('stateSigned'));
  if (review.givenUp) return blockerNotice(screen, review, 'givenUp');
  if (state === 'satisfied')
    return notice('ok', kindsOnPage[review.intent.kind].satisfied?.(screen) ?? screen.say('stateSatisfiedOther'));
  if (state === 'refused')
    return notice('bad', screen.say('stateRefused', { name: namesOf(review, whoRefused(review)) }));
  return null;
}

function blockerNotice(screen: Screen, review: Review, blocker: Blocker): HTMLElement {
  return notice('bad', screen.say(`blocker_${blocker}`, { chain: review.intent.chain }));
}

interface Desk {
  readonly screen: Screen;
  readonly review: Review;
  readonly actor: Actor;
  readonly state: DecisionState;
  readonly opened: OpenedKeys;
  readonly place: HTMLElement;
  readonly late: Rest;
  /** Draws this part again, from what is already known. */
  renew(): void;
  /** Asks the signer again. */
  reload(): Promise<void>;
}

async function act(desk: Desk, decision: Decision, remark?: string): Promise<void> {
  const { screen, state, place, actor } = desk;
  if (state.busy || state.withdrawn) return;
  state.busy = true;
  state.failed = undefined;
  state.tried = decision;
  const stop = new AbortController();
  const { next } = desk.late;
  place.replaceChildren(
    next?.waitingForKey(screen, actor, stop) ?? el('p', { class: 'lead', role: 'status' }, screen.say('signing')),
  );
  const signed = (): void => next && place.replaceChildren(next.waitingForSigner(screen, desk.review, actor));
  try {
    const how = { remark, signal: stop.signal, signed, deliver: next?.deliver };
    const taken = await decide(desk.review, actor, decision, desk.opened, how);
    rememberUse(actor.credential.id);
    state.chosen = actor.credential.id;
    state.done = decision;
    state.acknowledged = false;
    state.busy = false;
    // Told by what is shown, where nothing newer can be had.
    const keep = (): void => {
      state.taken = taken;
      desk.renew();
    };
    if (taken.by === 'own') await desk.reload().catch(keep);
    else keep();
  } catch (error) {
    state.busy = false;
    state.failed = stop.signal.aborted
      ? undefined
      : (next?.failureBox(screen, error, actor) ?? faultBox(screen, error));
    desk.renew();
  }
}

/** Where it is seen, wherever the page is scrolled to. */
const tell = (place: HTMLElement, told: HTMLElement): void => (place.querySelector('.bar') ?? place).prepend(told);

/** The question before a refusal; fetched with its words, since most approve. */
const confirmation = () => import('../refuse/confirm.ts');

/** Asks once more, and why. Where the question comes late, what was done meanwhile stands: it takes no place that is not the button's any more. */
async function confirmRefusal(desk: Desk, button: HTMLButtonElement): Promise<void> {
  const { screen, state, place, renew } = desk;
  const told = el('p', { class: 'muted', role: 'status' }, screen.say('shellLoading'));
  button.disabled = true;
  state.failed?.remove();
  state.failed = undefined;
  tell(place, told);
  try {
    const { askToRefuse } = await confirmation();
    if (state.busy || state.withdrawn || !place.contains(button)) return;
    askToRefuse({ screen, place, said: state, keep: renew, refuse: (remark) => void act(desk, 'refuse', remark) });
  } catch (error) {
    button.disabled = false;
    if (place.contains(button)) {
      state.failed = faultBox(screen, error);
      renew();
    }
  } finally {
    told.remove();
  }
}

function approveLabel({ screen, review, actor }: Desk): Text {
  const { approve, initiate } = kindsOnPage[review.intent.kind];
  return actor.standing === 'initiate'
    ? (initiate?.(screen, review) ?? screen.say('initiate'))
    : (approve?.(screen, review) ?? screen.say('approve'));
}

/** The acknowledgement and the buttons. Approving stays closed until the box is ticked. */
function desktop(desk: Desk, blocked: boolean): HTMLElement[] {
  const { screen, state, actor, review } = desk;
  const { standing } = actor;
  // What is missing is an approval on another page: one more here would be none.
  const useless = standing === 'approve' && pageStand(review, location.origin)?.here === 'useless';
  const open = !blocked && !useless && (standing === 'approve' || standing === 'initiate');
  const decision: Decision = standing === 'initiate' ? 'initiate' : 'approve';
  const approve = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      id: 'approve',
      disabled: !state.acknowledged,
      click: () => void act(desk, decision),
    },
    approveLabel(desk),
  );
  const box = el('input', {
    type: 'checkbox',
    id: 'acknowledge',
    change: () => {
      state.acknowledged = box.checked;
      approve.disabled = !box.checked;
    },
  });
  box.checked = state.acknowledged;
  const check = el(
    'label',
    { class: 'check' },
    box,
    el('span', {}, kindsOnPage[review.intent.kind].acknowledge(screen, review)),
  );
  const refuse = el(
    'button',
    { type: 'button', class: 'danger', id: 'refuse', click: () => void confirmRefusal(desk, refuse) },
    screen.say('refuse'),
  );
  const buttons = [...(open ? [approve] : []), ...(actor.mayRefuse ? [refuse] : [])];
  return [...(open ? [check] : []), ...(buttons.length > 0 ? [el('div', { class: 'actions' }, ...buttons)] : [])];
}

/** Fetched once the request stands there: what most look at only after they have decided, and what most never use. What does not come is left out. */
const rest = async () => {
  const [next, keyFile] = await Promise.allSettled([import('./next.ts'), import('./key-file.ts')]);
  return {
    next: next.status === 'fulfilled' ? next.value : undefined,
    keyFile: keyFile.status === 'fulfilled' ? keyFile.value : undefined,
  };
};
type Rest = Awaited<ReturnType<typeof rest>>;

/** What came of the own decision, or of the request, and what follows. */
function outcome(
  screen: Screen,
  review: Review,
  state: DecisionState,
  done: HTMLElement | undefined,
  { next }: Rest,
): HTMLElement {
  const end = ending(screen, review);
  if (end) next?.leaveOpen();
  if (state.done && !state.taken && state.closing === undefined) state.closing = next?.closeSoon(screen);
  const parts = [
    state.failed,
    done,
    done && state.done === 'refuse' ? null : end,
    end || state.taken ? null : (next?.nextNotice(screen, review) ?? null),
    el('div', { class: 'actions' }, backLink(screen, true)),
    state.closing,
  ];
  return el('div', { class: 'bar' }, ...parts);
}

/** What is known of the request, whose key is used, and the buttons. */
function bar(
  desk: Omit<Desk, 'actor'>,
  done: HTMLElement | undefined,
  blockers: readonly Blocker[],
  all: readonly Actor[],
) {
  const { screen, review, state, late, renew } = desk;
  const wanted = addressee(screen, review);
  const offer = offerOf(all, state, wanted);
  const { actor } = offer;
  const parts: (Node | null)[] = [
    state.failed ?? null,
    ...blockers.map((blocker) => blockerNotice(screen, review, blocker)),
    done ?? null,
  ];
  if (waits(review)) parts.push(notice('warn', screen.say('stateSatisfiedOther')));
  // Under rules that are not those of the request it says nothing.
  if (review.evaluation.state === 'unsatisfiable' && !blockers.includes('stale'))
    parts.push(late.next?.unsatisfiableNotice(screen) ?? null);
  if (blockers.includes('expired')) {
    late.next?.leaveOpen();
    return { actor, parts };
  }
  if (all.length > 0) parts.push(...(late.next?.keyNotices(screen, wanted, actor) ?? []));
  parts.push(...actorField(screen, offer, state, renew));
  if (actor) {
    const own = { ...desk, actor };
    parts.push(late.next?.standingNotice(screen, review, actor) ?? null, ...desktop(own, blockers.length > 0));
  }
  return { actor, parts };
}

/** Draws what the person in front of the page can do about the request now. */
export async function drawDecision(
  screen: Screen,
  place: HTMLElement,
  review: Review,
  state: DecisionState,
  reload: () => Promise<void>,
): Promise<void> {
  const [actors, late] = await Promise.all([usableActors(review, state.opened), rest()]);
  // What was being drawn when somebody pressed takes no place of what is told of that.
  if (screen.left.aborted || state.busy) return;
  const renew = (): void => void drawDecision(screen, place, review, state, reload);
  const { actor: now } = offerOf(actors, state, addressee(screen, review));
  if (review.approvals.some(({ proof }) => proof.signature === state.taken?.signature)) state.taken = undefined;
  // The signer has the decision, though its answer did not come.
  const isIn = review.approvals.some((one) => one.decision === 'approve' && one.member === now?.member.id);
  if (isIn && now?.standing === 'closed' && state.tried === 'approve') state.done ??= 'approve';
  const tooLate = state.done === 'refuse' && review.signed;
  const done =
    state.done && !tooLate
      ? (late.next?.doneNotice(screen, review, state.done, state.taken) ?? notice('ok', '✓'))
      : undefined;
  const blockers = blockersOf(review, Date.now());
  const isTaken = state.taken && blockers.length === 0;
  const isOver = ending(screen, review) || isTaken || (done && !waits(review) && now?.standing !== 'approve');
  // The signer has the decision, though its answer did not come: nothing failed. What is over says itself how it ended, but not that a refusal was not taken.
  if (now?.standing === 'approved' || (isOver && (state.done || state.tried !== 'refuse'))) state.failed = undefined;
  if (isOver) {
    place.replaceChildren(outcome(screen, review, state, done, late));
    return;
  }
  const desk = { screen, review, state, opened: state.opened, place, late, renew, reload };
  const { actor, parts } = bar(desk, done, blockers, actors);
  const onOpen = (id: string, secret: Uint8Array): void => {
    state.opened.set(id, secret);
    state.chosen = id;
    renew();
  };
  const usable = blockers.length === 0 || review.grant?.pending === true;
  if (actors.length === 0 && usable) parts.push(late.keyFile?.noKeyNotice(screen) ?? null);
  const shown = parts.filter((part) => part !== null);
  const panel = usable && late.keyFile ? [late.keyFile.keyFilePanel(screen, review, onOpen)] : [];
  place.replaceChildren(
    ...panel,
    el('div', { class: 'actions' }, backLink(screen, false)),
    ...(shown.length > 0 ? [el('div', { class: 'bar' }, ...shown)] : []),
  );
  // Asked for before anybody clicks; what does not come now is asked for again by the click.
  if (actor?.mayRefuse) confirmation().catch(() => undefined);
}

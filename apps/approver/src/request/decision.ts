import type { Decision } from '@holdfast/policy';
import {
  type Actor,
  type Blocker,
  blockersOf,
  honestText,
  memberName,
  pageStand,
  type Review,
  waits,
  whoRefused,
} from '@holdfast/review';
import { backLink, el, faultBox, notice, recall, remember } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import type { Key, Screen } from '../texts.ts';
import { keyFilePanel } from './key-file.ts';
import { lastCredential } from './last-credential.ts';
import { decide, type OpenedKeys, usableActors } from './sign.ts';

const doneKeys: Record<Decision, Key> = { approve: 'doneApproved', initiate: 'doneInitiated', refuse: 'doneRefused' };

/** What this part remembers between two drawings of the same request. */
export interface DecisionState {
  readonly opened: Map<string, Uint8Array>;
  acknowledged: boolean;
  chosen: string | null;
  /** Why it is refused, as it was typed. */
  remark: string;
  busy: boolean;
  done: Decision | undefined;
  /** The request was taken off the screen: from then on nothing here signs. */
  withdrawn: boolean;
}

export const newDecisionState = (): DecisionState => ({
  opened: new Map(),
  acknowledged: false,
  chosen: recall(lastCredential),
  remark: '',
  busy: false,
  done: undefined,
  withdrawn: false,
});

const namesOf = (review: Review, ids: readonly string[]): string => ids.map((id) => memberName(review, id)).join(', ');

/** How the request ended, or nothing while it is open. */
function ending(screen: Screen, review: Review): HTMLElement | null {
  const { state } = review.evaluation;
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

function actorSelect(screen: Screen, actors: readonly Actor[], state: DecisionState, renew: () => void): HTMLElement {
  const options = actors.map(({ member, credential }, i) => {
    const option = el('option', { value: i });
    const kind = screen.say(`credential_${credential.type}`);
    option.append(`${honestText(member.name)} · `, kind, ` ${credential.id.slice(0, 8)}`);
    option.selected = credential.id === state.chosen;
    return option;
  });
  const select = el('select', {
    id: 'sign-as',
    change: () => {
      state.chosen = actors[Number(select.value)]?.credential.id ?? null;
      renew();
    },
  });
  select.append(...options);
  return el('div', { class: 'field' }, el('label', { for: 'sign-as' }, screen.say('signAs')), select);
}

function standingNotice(screen: Screen, review: Review, actor: Actor): HTMLElement | null {
  if (actor.standing === 'approved') return notice('ok', screen.say('standing_approved'));
  if (actor.standing === 'notAsked')
    return notice('info', screen.say('standing_notAsked', { name: honestText(actor.member.name) }));
  const open = review.evaluation.nodes.find((node) => node.approved.length < node.threshold);
  return actor.standing === 'later'
    ? notice('info', screen.say('standing_later', { node: honestText(open?.name ?? '') }))
    : null;
}

interface Desk {
  readonly screen: Screen;
  readonly review: Review;
  readonly actor: Actor;
  readonly state: DecisionState;
  readonly opened: OpenedKeys;
  readonly place: HTMLElement;
  /** Draws this part again, from what is already known. */
  renew(): void;
  /** Asks the signer again. */
  reload(): Promise<void>;
}

async function act(desk: Desk, decision: Decision, remark?: string): Promise<void> {
  const { screen, state, place } = desk;
  if (state.busy || state.withdrawn) return;
  state.busy = true;
  place.replaceChildren(el('p', { class: 'lead', role: 'status' }, screen.say('signing')));
  try {
    await decide(desk.review, desk.actor, decision, desk.opened, remark);
    remember(lastCredential, desk.actor.credential.id);
    state.chosen = desk.actor.credential.id;
    state.done = decision;
    state.acknowledged = false;
    state.busy = false;
    await desk.reload();
  } catch (error) {
    state.busy = false;
    desk.renew();
    place.prepend(faultBox(screen, error));
  }
}

/** The question before a refusal; fetched with its words, since most approve. */
const confirmation = () => import('../refuse/confirm.ts');

/** Asks once more, and why. Where the question comes late, what was done meanwhile stands: it takes no place that is not the button's any more. */
async function confirmRefusal(desk: Desk, button: HTMLButtonElement): Promise<void> {
  const { screen, state, place, renew } = desk;
  const told = el('p', { class: 'muted', role: 'status' }, screen.say('shellLoading'));
  button.disabled = true;
  place.prepend(told);
  try {
    const { askToRefuse } = await confirmation();
    if (state.busy || state.withdrawn || !place.contains(button)) return;
    askToRefuse({ screen, place, said: state, keep: renew, refuse: (remark) => void act(desk, 'refuse', remark) });
  } catch (error) {
    button.disabled = false;
    if (place.contains(button)) place.prepend(faultBox(screen, error));
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

/** Draws what the person in front of the page can do about the request now. */
export async function drawDecision(
  screen: Screen,
  place: HTMLElement,
  review: Review,
  state: DecisionState,
  reload: () => Promise<void>,
): Promise<void> {
  const actors = await usableActors(review, state.opened);
  if (screen.left.aborted) return;
  const renew = (): void => void drawDecision(screen, place, review, state, reload);
  const end = ending(screen, review);
  const back = el('div', { class: 'actions' }, backLink(screen, end !== null || state.done !== undefined));
  const tooLate = state.done === 'refuse' && review.signed;
  const done = state.done && !tooLate ? notice('ok', screen.say(doneKeys[state.done])) : undefined;
  const actor = actors.find(({ credential }) => credential.id === state.chosen) ?? actors[0];
  const askedAgain = actor?.standing === 'approve';
  if (end || (done && !waits(review) && !askedAgain)) {
    place.replaceChildren(
      ...[done, done && state.done === 'refuse' ? null : end, back].filter((part) => part instanceof Node),
    );
    return;
  }
  const blockers = blockersOf(review, Date.now());
  const parts: (Node | null)[] = blockers.map((blocker) => blockerNotice(screen, review, blocker));
  parts.push(done ?? null);
  if (waits(review)) parts.push(notice('warn', screen.say('stateSatisfiedOther')));
  if (review.evaluation.state === 'unsatisfiable') parts.push(notice('bad', screen.say('stateUnsatisfiable')));
  if (actor && !blockers.includes('expired')) {
    if (actors.length > 1) parts.push(actorSelect(screen, actors, state, renew));
    parts.push(standingNotice(screen, review, actor));
    const desk: Desk = { screen, review, actor, state, opened: state.opened, place, renew, reload };
    parts.push(...desktop(desk, blockers.length > 0));
  }
  const onOpen = (id: string, secret: Uint8Array): void => {
    state.opened.set(id, secret);
    state.chosen = id;
    renew();
  };
  const usable = blockers.length === 0 || review.grant?.pending === true;
  if (!actor && usable) parts.push(notice('info', screen.say('noKeyHere')));
  if (usable) parts.push(keyFilePanel(screen, review, onOpen));
  parts.push(back);
  place.replaceChildren(...parts.filter((part) => part !== null));
  // Asked for before anybody clicks; what does not come now is asked for again by the click.
  if (actor?.mayRefuse) confirmation().catch(() => undefined);
}

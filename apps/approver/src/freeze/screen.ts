import type { PolicyDocument } from '@holdfast/policy';
import { honestText, memberName, timeText } from '@holdfast/review';
import type { StopFacts } from '@holdfast/review/facts';
import { type Freezer, type FreezeStanding, freezersOf, rulesOf, standingOf } from '@holdfast/review/freeze';
import { isTooLong, remarkOf } from '@holdfast/review/remark';
import {
  alertBox,
  backLink,
  el,
  faultBox,
  heading,
  notice,
  recall,
  remember,
  row,
  rows,
  showWaiting,
  signerText,
  stopFacts,
  stopWaiting,
} from '@holdfast/signer-ui';
import { orderFreeze } from '@holdfast/signer-ui/freeze';
import { keyFilePanelFor } from '../request/key-file.ts';
import { prove, usable } from '../request/sign.ts';
import type { Screen } from '../texts.ts';
import { othersCard } from './others.ts';
import { say } from './words.ts';

const lastCredential = 'holdfast.credential';
const pollMs = 4_000;

/** What the screen remembers between two drawings. */
interface Desk {
  readonly screen: Screen;
  readonly opened: Map<string, Uint8Array>;
  readonly place: HTMLElement;
  chosen: string | null;
  reason: string;
  busy: boolean;
  /** What became of the last press where it failed: told until the next one, however often the form is drawn anew meanwhile. */
  failed: HTMLElement | undefined;
  done: boolean;
  /** What the signer said last, as text. */
  seen: string;
}

const nameOf = (screen: Screen, { name }: Pick<StopFacts, 'name'>) => ({ signer: signerText(screen, name) });

const isProven = (standing: FreezeStanding): boolean => standing === 'proven' || standing === 'earlier';

/** Since when, by whom, and what stands behind it: a member's own key, or only what the server said. */
function frozenParts(screen: Screen, facts: StopFacts, policy: PolicyDocument): HTMLElement[] {
  const { freeze } = facts;
  if (!freeze) return [];
  const name = memberName({ policy }, freeze.by);
  const standing = standingOf(facts);
  const holds = isProven(standing);
  return [
    notice('warn', say(screen, 'isFrozen', nameOf(screen, facts))),
    rows(
      row(say(screen, 'since'), timeText(String(freeze.at))),
      row(say(screen, 'by'), name),
      row(say(screen, 'reason'), freeze.reason === '' ? say(screen, 'noReason') : honestText(freeze.reason)),
      row(
        say(screen, 'proof'),
        el('span', { class: `pill ${holds ? 'ok' : 'bad'}` }, say(screen, holds ? 'yes' : 'no')),
        ' ',
        say(screen, standing, { name }),
      ),
    ),
  ];
}

function keySelect({ screen }: Desk, freezers: readonly Freezer[], chosen: Freezer, choose: (id: string) => void) {
  const options = freezers.map(({ member, credential }) => {
    const option = el('option', { value: credential.id });
    option.append(`${honestText(member.name)} · `, screen.say(`credential_${credential.type}`));
    option.append(` ${credential.id.slice(0, 8)}`);
    option.selected = credential.id === chosen.credential.id;
    return option;
  });
  const select = el('select', { id: 'sign-as', change: () => choose(select.value) });
  select.append(...options);
  return el('div', { class: 'field' }, el('label', { for: 'sign-as' }, screen.say('signAs')), select);
}

function reasonField(desk: Desk): HTMLElement {
  const input = el('input', {
    id: 'reason',
    autocomplete: 'off',
    maxlength: 200,
    input: () => {
      desk.reason = input.value;
    },
  });
  input.value = desk.reason;
  return el('div', { class: 'field' }, el('label', { for: 'reason' }, say(desk.screen, 'reasonLabel')), input);
}

async function stop(desk: Desk, freezer: Freezer, facts: StopFacts, policy: PolicyDocument): Promise<void> {
  const { screen, place, opened } = desk;
  const reason = remarkOf(desk.reason);
  if (reason === undefined) {
    desk.failed?.remove();
    desk.failed = alertBox(say(screen, isTooLong(desk.reason) ? 'longReason' : 'badReason'));
    place.prepend(desk.failed);
    return;
  }
  desk.busy = true;
  desk.failed = undefined;
  const told = el('p', { class: 'lead', role: 'status' }, screen.say('shellLoading'));
  place.replaceChildren(told);
  try {
    const sign = async (challenge: Uint8Array) => {
      told.replaceChildren(screen.say('signing'));
      const proof = await prove(freezer.credential, challenge, opened);
      told.replaceChildren(say(screen, 'sending', nameOf(screen, facts)));
      return proof;
    };
    const after = await orderFreeze(location.origin, freezer, reason, sign);
    remember(lastCredential, freezer.credential.id);
    desk.done = true;
    desk.busy = false;
    await draw(desk, after);
  } catch (error) {
    desk.busy = false;
    desk.failed = faultBox(screen, error);
    await drawForm(desk, facts, policy);
  }
}

/** Who signs, why, and the one button. */
async function formParts(desk: Desk, facts: StopFacts, policy: PolicyDocument): Promise<HTMLElement> {
  const { screen, opened } = desk;
  const all = freezersOf(policy);
  const freezers = await usable(all, opened);
  const chosen = freezers.find(({ credential }) => credential.id === desk.chosen) ?? freezers[0];
  const choose = (id: string): void => {
    desk.chosen = id;
    void drawForm(desk, facts, policy);
  };
  const known = all.map(({ credential }) => credential);
  const files = keyFilePanelFor(screen, known, (id, secret) => {
    opened.set(id, secret);
    choose(id);
  });
  if (!chosen) return el('section', { class: 'card pad' }, notice('info', say(screen, 'nobody')), files);
  const press = {
    type: 'button',
    class: 'dangerous',
    id: 'freeze',
    click: () => void stop(desk, chosen, facts, policy),
  };
  return el(
    'section',
    { class: 'card pad' },
    facts.freeze && el('p', { class: 'muted' }, say(screen, 'add')),
    freezers.length > 1 && keySelect(desk, freezers, chosen, choose),
    reasonField(desk),
    el('div', { class: 'actions' }, el('button', press, say(screen, 'stop', nameOf(screen, facts)))),
    files,
  );
}

/** Where a member's proof stands already there is nothing left to do. */
async function drawForm(desk: Desk, facts: StopFacts, policy: PolicyDocument): Promise<void> {
  const { screen, place } = desk;
  const open = !facts.frozen || !isProven(standingOf(facts));
  const parts = open ? [await formParts(desk, facts, policy)] : [];
  // Where a proof stands nothing failed, though the answer did not come.
  if (!open) desk.failed = undefined;
  const done = desk.done && facts.frozen ? [notice('ok', say(screen, 'done', nameOf(screen, facts)))] : [];
  if (screen.left.aborted || desk.busy) return;
  place.replaceChildren(...(desk.failed ? [desk.failed] : []), ...done, ...parts);
}

/** Draws the screen from what the signer says; without an answer, what stood there stays. */
async function draw(desk: Desk, facts: StopFacts): Promise<void> {
  const { screen, place } = desk;
  if (screen.left.aborted) return;
  screen.servedBy(facts.name, facts.singleHost);
  desk.seen = stateOf(facts);
  document.title = `${say(screen, 'title', nameOf(screen, facts)).data} · Holdfast`;
  const policy = rulesOf(facts);
  const back = el('div', { class: 'actions' }, backLink(screen, desk.done));
  const lead = facts.frozen && isProven(standingOf(facts)) ? 'leadFrozen' : 'lead';
  const title = heading(say(screen, 'title', nameOf(screen, facts)), say(screen, lead, nameOf(screen, facts)));
  if (!policy) {
    screen.show(title, notice('info', say(screen, 'empty')), back);
    return;
  }
  await drawForm(desk, facts, policy);
  if (!screen.left.aborted)
    screen.show(title, ...frozenParts(screen, facts, policy), place, othersCard(screen, facts), back);
}

const stateOf = ({ frozen, freeze, policy }: StopFacts): string => JSON.stringify({ frozen, freeze, policy });

/** Keeps what is shown up to date while nobody is signing: another member may have stopped the signer, or the members let it go on. */
function follow(desk: Desk): void {
  const timer = setInterval(() => {
    if (desk.busy || document.hidden) return;
    stopFacts(location.origin).then(
      (facts) => {
        if (!desk.busy && stateOf(facts) !== desk.seen) void draw(desk, facts);
      },
      () => undefined,
    );
  }, pollMs);
  desk.screen.left.addEventListener('abort', () => clearInterval(timer));
}

/** `#/freeze`: a member stops the signer that serves this page, with their own key. Nothing but the signer has a part in it. */
export async function drawFreeze(screen: Screen): Promise<void> {
  showWaiting(screen);
  const place = el('div', { class: 'stack', id: 'decision' });
  const chosen = recall(lastCredential);
  const desk: Desk = {
    screen,
    opened: new Map(),
    place,
    chosen,
    reason: '',
    busy: false,
    failed: undefined,
    done: false,
    seen: '',
  };
  try {
    await draw(desk, await stopFacts(location.origin));
    follow(desk);
  } catch (error) {
    if (screen.left.aborted) return;
    screen.show(
      heading(say(screen, 'title', { signer: location.host })),
      faultBox(screen, error, () => void drawFreeze(screen)),
    );
  } finally {
    stopWaiting(screen);
  }
}

import { changeText, honestText, memberName, policyChanges, type Review, viewsOf, waits } from '@holdfast/review';
import {
  addressView,
  alertBox,
  backLink,
  card,
  el,
  heading,
  notice,
  showWaiting,
  stopWaiting,
} from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import { deliver, type Taken } from '../request/deliver.ts';
import { sayFault } from '../request/fault-words.ts';
import { keyFilePanel, noKeyNotice } from '../request/key-file.ts';
import { rememberUse } from '../request/keys-here.ts';
import { closeSoon, failureBox, keyNotices, sendingText, takenNotice, tellLate } from '../request/next.ts';
import { notShown } from '../request/not-shown.ts';
import { decide } from '../request/sign.ts';
import { headline } from '../request/summary.ts';
import { actorField, addressee, type Choice, offerOf } from '../request/who.ts';
import type { Screen } from '../texts.ts';
import { askedOf, type Entry, readAll, refuserOf, refusers } from './asked.ts';
import { reasonField, remarkToSign } from './reason-field.ts';
import { reasonNotices } from './reason-notices.ts';
import { say } from './words.ts';

type Outcome = 'waiting' | 'signing' | 'sending' | 'refused' | 'notYours' | 'ended' | 'broken';
const outcomes: Readonly<Record<Outcome, { readonly text: (screen: Screen) => Text; readonly tone: '' | 'bad' }>> = {
  waiting: { text: (screen) => say(screen, 'waiting'), tone: '' },
  signing: { text: (screen) => screen.say('signing'), tone: '' },
  sending: { text: (screen) => say(screen, 'sending'), tone: '' },
  refused: { text: (screen) => screen.say('personRefused'), tone: '' },
  notYours: { text: (screen) => say(screen, 'notYours'), tone: '' },
  ended: { text: (screen) => say(screen, 'ended'), tone: '' },
  broken: { text: (screen) => say(screen, 'broken'), tone: 'bad' },
};

interface Line {
  readonly entry: Entry;
  readonly view: HTMLElement;
  readonly pill: HTMLElement;
  outcome: Outcome;
  /** Who has the refusal, where the signer of this page did not answer. */
  taken?: Taken | undefined;
}
interface Desk extends Choice {
  readonly screen: Screen;
  readonly lines: readonly Line[];
  readonly place: HTMLElement;
  /** Why, as it was typed: the same for all of them. */
  remark: string;
  /** What became of the last row where it failed: told until the next one, whoever is chosen meanwhile. */
  failed: HTMLElement | undefined;
}

function mark(screen: Screen, line: Line, outcome: Outcome): void {
  const { text, tone } = outcomes[outcome];
  line.outcome = outcome;
  line.pill.className = `pill ${tone}`;
  line.pill.replaceChildren(text(screen));
}

/** What a change of the rules or of the address book says, a line each. */
function changeLines(screen: Screen, review: Review): HTMLElement | null {
  const { nextPolicy: next, book } = review;
  const views = next && viewsOf(review, review.policy, next);
  const told = views ? policyChanges(review.policy, next) : [];
  const lines = [
    ...told.flatMap((change) => {
      if (!views) return [];
      const text = (): string => changeText(screen.text, views, change).text;
      return [el('li', { class: changeText(screen.text, views, change).sign }, screen.say('passThrough', { text }))];
    }),
    ...(book?.add ?? []).map(({ label, address }) =>
      el('li', { class: 'plus' }, honestText(label), addressView(address)),
    ),
    ...(book?.remove ?? []).map((hash) => {
      const entry = review.entries.get(hash)?.entry;
      return el('li', { class: 'minus' }, entry ? honestText(entry.label) : hash, entry && addressView(entry.address));
    }),
  ];
  return lines.length > 0 ? el('ul', { class: 'changes' }, ...lines) : null;
}

/** One request as it would be shown alone, in short: what it does, to whom, who asked, and the words of its digest. */
function lineOf(screen: Screen, entry: Entry): Line {
  const pill = el('span', { class: 'pill' });
  const { review, fault } = entry;
  const parts = review
    ? [
        el(
          'p',
          { class: 'meta' },
          pill,
          el('span', {}, screen.say('askedBy', { name: memberName(review, review.intent.initiator) })),
        ),
        el('h2', {}, headline(screen, review)),
        ...review.intent.outputs.map(({ address }) => addressView(address)),
        changeLines(screen, review),
        review.remark !== '' && el('p', { class: 'pre' }, honestText(review.remark)),
        ...reasonNotices(screen, review),
        review.signed && notice('info', screen.say('stateSigned')),
        el('p', { class: 'mono muted', translate: 'no' }, review.words.join(' ')),
      ]
    : [
        el('p', { class: 'meta' }, pill, el('span', { class: 'mono' }, entry.id)),
        alertBox(el('p', {}, fault && sayFault(screen, fault.code))),
      ];
  const line: Line = { entry, pill, view: el('section', { class: 'card pad' }, ...parts), outcome: 'waiting' };
  const { state } = review?.evaluation ?? {};
  const over = review && !waits(review) && (review.signed || state === 'refused' || state === 'satisfied');
  mark(screen, line, review ? (over ? 'ended' : 'waiting') : 'broken');
  return line;
}

const waiting = ({ lines }: Desk): readonly Line[] => lines.filter(({ outcome }) => outcome === 'waiting');

/** Signs one refusal after the other, each over its own request; what fails stops the row, and the rest can be taken up again. */
async function refuseAll(desk: Desk, credential: string): Promise<void> {
  const { screen, place, lines } = desk;
  const remark = remarkToSign(screen, desk, place);
  if (remark === undefined) return;
  desk.failed = undefined;
  const row = waiting(desk);
  // Once it did not answer in time, none of the others waits for that again.
  let isAway = false;
  for (const [at, line] of row.entries()) {
    const { review } = line.entry;
    const actor = review && (await refuserOf(review, credential, desk.opened));
    if (!review || !actor) {
      mark(screen, line, 'notYours');
      continue;
    }
    const count = { number: String(at + 1), count: String(row.length) };
    const told = el('p', { class: 'lead', role: 'status' }, say(screen, 'progress', count));
    const signed = (): void => {
      if (!isAway) tellLate(screen, review, told);
      told.replaceChildren(sendingText(screen, review, actor.member));
      mark(screen, line, 'sending');
    };
    const handed = (): void => {
      line.taken = undefined;
      if (lines.every(({ outcome }) => outcome !== 'signing' && outcome !== 'sending')) void drawKeys(desk);
    };
    place.replaceChildren(told);
    mark(screen, line, 'signing');
    line.view.scrollIntoView?.({ block: 'nearest' });
    try {
      const taken = await decide(review, actor, 'refuse', desk.opened, {
        remark,
        signed,
        deliver: (policy, approval) => deliver(policy, approval, isAway ? 0 : undefined, handed),
      });
      isAway ||= taken.by !== 'own';
      if (taken.by !== 'own') line.taken = taken;
      mark(screen, line, 'refused');
    } catch (error) {
      mark(screen, line, 'waiting');
      desk.failed = failureBox(screen, error, actor);
      await drawKeys(desk);
      return;
    }
    if (screen.left.aborted) return;
  }
  rememberUse(credential);
  await drawKeys(desk);
}

/** Back to the others that this one was taken from; with it, as long as it is not refused. */
function restLink(screen: Screen, isDone: boolean): HTMLElement | null {
  const query = new URLSearchParams(screen.route.query);
  const [items, rest] = [askedOf(query).length, askedOf(query, 'rest').length];
  if (rest === 0) return null;
  query.set('items', isDone ? `${query.get('rest')}` : `${query.get('items')},${query.get('rest')}`);
  query.delete('rest');
  const href = `#/approve?${query}`;
  const text = !isDone
    ? say(screen, 'all', { count: String(items + rest) })
    : say(screen, rest === 1 ? 'restOne' : 'rest', { count: String(rest) });
  const click = (event: Event): void => {
    event.preventDefault();
    location.replace(href);
  };
  return el('a', { class: isDone ? 'button primary' : 'button', href, click }, text);
}

/** What is left to do: which key, and the one button that refuses what waits. */
async function drawKeys(desk: Desk): Promise<void> {
  const { screen, place, lines, opened } = desk;
  const left = waiting(desk);
  const done = lines.filter(({ outcome }) => outcome === 'refused').length;
  const parts: (Node | null)[] = [desk.failed ?? null];
  if (done > 0) parts.push(notice('info', say(screen, done === 1 ? 'doneOne' : 'done', { count: String(done) })));
  const taken = lines.flatMap((line) => line.taken ?? []);
  const [shown] = lines.flatMap(({ entry }) => entry.review ?? []);
  if (shown) parts.push(takenNotice(screen, shown, taken));
  if (left.length > 0) {
    const entries = left.map(({ entry }) => entry);
    const actors = await refusers(entries, opened);
    const [first] = entries.flatMap(({ review }) => review ?? []);
    const wanted = first && addressee(screen, first);
    const offer = offerOf(actors, desk, wanted);
    const { actor } = offer;
    if (actors.length > 0) parts.push(...keyNotices(screen, wanted, actor));
    parts.push(...actorField(screen, offer, desk, () => void drawKeys(desk)));
    const refuse = (): void => void refuseAll(desk, actor?.credential.id ?? '');
    const label = say(screen, left.length === 1 ? 'refuseOne' : 'refuse', { count: String(left.length) });
    const button = el('button', { type: 'button', class: 'dangerous', id: 'refuse-all', click: refuse }, label);
    if (actor) parts.push(reasonField(screen, desk), el('div', { class: 'actions' }, button));
    else parts.push(noKeyNotice(screen));
    if (first)
      parts.push(
        keyFilePanel(screen, first, (id, secret) => {
          opened.set(id, secret);
          desk.chosen = id;
          void drawKeys(desk);
        }),
      );
  }
  const others = restLink(screen, left.length === 0);
  parts.push(el('div', { class: 'actions' }, others, backLink(screen, left.length === 0 && !others)));
  if (left.length === 0 && done > 0 && !others && taken.length === 0) parts.push(closeSoon(screen));
  if (!screen.left.aborted) place.replaceChildren(...parts.filter((part) => part !== null));
}

/** Several requests, refused one after the other: every one is shown, and every refusal is a signature of its own. */
export async function drawRefusals(screen: Screen): Promise<void> {
  const asked = askedOf(screen.route.query);
  if (asked.length === 0) {
    screen.show(
      heading(say(screen, 'badTitle'), say(screen, 'badLead')),
      el('div', { class: 'actions' }, backLink(screen, false)),
    );
    return;
  }
  showWaiting(screen);
  try {
    const { facts, entries } = await readAll(asked);
    // Without it a request is told by its name alone, and can be refused all the same.
    const kinds = new Set(entries.flatMap(({ review }) => review?.intent.kind ?? []));
    await Promise.allSettled([...kinds].map((kind) => kindsOnPage[kind].fetch?.()));
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    const lines = entries.map((entry) => lineOf(screen, entry));
    const place = el('div', { class: 'stack', id: 'decision' });
    const title = heading(
      say(screen, lines.length === 1 ? 'titleOne' : 'title', { count: String(lines.length) }),
      say(screen, lines.length === 1 ? 'leadOne' : 'lead'),
    );
    screen.show(title, ...lines.map(({ view }) => view), card(screen.say('refuse'), undefined, place));
    await drawKeys({
      screen,
      lines,
      place,
      opened: new Map(),
      chosen: null,
      everybody: false,
      remark: '',
      failed: undefined,
    });
  } catch (error) {
    if (screen.left.aborted) return;
    screen.show(...(await notShown(screen, error, () => void drawRefusals(screen))));
  } finally {
    stopWaiting(screen);
  }
}

import { el, row, rows } from '@holdfast/signer-ui';
import type { NoteName } from '../request/shareable.ts';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** What changes while the page is open: as it is now, and where it stands unless it is the same for all. */
interface Changing {
  readonly place: HTMLElement;
  card: HTMLElement | undefined;
}
/** Who has decided, and who is left; and on whose pages. */
const changing = ['people', 'pages'] as const;

/** One request as it is drawn. */
export type Drawn = { readonly view: HTMLElement } & Readonly<Record<(typeof changing)[number], Changing>>;

/** What is the same for all, below them. */
export interface Shared {
  readonly place: HTMLElement;
  /** What is the same for all, and stays so: it is part of what is signed, or explains it. */
  readonly facts: HTMLElement | undefined;
  /** And what is the same for payments alone, beside which something else is decided. */
  readonly ofPayments: HTMLElement | undefined;
  readonly payments: readonly Drawn[];
}

const marks = { row: 'dl.rows > [data-row]', note: 'dl.rows [data-note]' } as const;
type Mark = keyof typeof marks;
const notes: readonly NoteName[] = ['wallet', 'price'];

const marked = (view: HTMLElement, mark: Mark): HTMLElement[] => [...view.querySelectorAll<HTMLElement>(marks[mark])];
const named = (view: HTMLElement, mark: Mark, name: string | undefined): HTMLElement[] =>
  marked(view, mark).filter(({ dataset }) => dataset[mark] === name);

/** Are there several, and all of them drawn the same, to the letter? */
const areSame = ([first, ...others]: readonly HTMLElement[]): boolean =>
  first !== undefined && others.length > 0 && others.every((one) => one.isEqualNode(first));

/** Takes out of each request what is marked with this name, where every one has exactly one and all are the same. @returns one of them, to be said once */
function takeOut(views: readonly HTMLElement[], mark: Mark, name: string | undefined): HTMLElement[] {
  const found = views.map((view) => named(view, mark, name));
  const parts = found.flatMap(([part, ...more]) => (part && more.length === 0 ? [part] : []));
  if (parts.length < views.length || !areSame(parts)) return [];
  for (const part of parts) part.remove();
  return parts.slice(0, 1);
}

/** The facts that are the same in each of these requests. Each was drawn whole before: nothing else can go than what `shareable` has marked. */
function takeFacts(screen: Screen, views: readonly HTMLElement[]): HTMLElement | undefined {
  const names = views.slice(0, 1).flatMap((view) => marked(view, 'row').map(({ dataset }) => dataset.row));
  const shared = names.flatMap((name) => takeOut(views, 'row', name));
  const noted = notes.flatMap((name) =>
    takeOut(views, 'note', name).map((note) => row(say(screen, `note_${name}`), note)),
  );
  return shared.length + noted.length > 0 ? rows(...shared, ...noted) : undefined;
}

/** Says what changes once, below, while that is the same for all, and beside each as soon as it is not. */
export function placeChanging(
  screen: Screen,
  { place, facts, ofPayments, payments }: Shared,
  all: readonly Drawn[],
): void {
  const paid = payments.filter((one) => all.includes(one));
  const [ofAll, ofThese]: [HTMLElement[], HTMLElement[]] = [[], []];
  for (const name of changing) {
    const sharedBy = (some: readonly Drawn[]): HTMLElement | undefined => {
      const cards = some.flatMap((one) => one[name].card ?? []);
      return cards.length === some.length && areSame(cards) ? cards[0] : undefined;
    };
    const one = sharedBy(all);
    const other = one ? undefined : sharedBy(paid);
    const isTold = (drawn: Drawn): boolean => one !== undefined || (other !== undefined && paid.includes(drawn));
    for (const drawn of all) {
      const { place: own, card } = drawn[name];
      own.replaceChildren(...(card && !isTold(drawn) ? [card] : []));
    }
    ofAll.push(...(one ? [one] : []));
    ofThese.push(...(other ? [other] : []));
  }
  const told = (
    name: 'shared' | 'sharedPayments',
    top: HTMLElement | undefined,
    parts: HTMLElement[],
  ): HTMLElement[] =>
    top || parts.length > 0 ? [el('p', { class: 'muted' }, say(screen, name)), ...(top ? [top] : []), ...parts] : [];
  place.replaceChildren(...told('shared', facts, ofAll), ...told('sharedPayments', ofPayments, ofThese));
}

/** Takes what is the same in every request out of each, and says it once. @param all that are shown, whole */
export function takeShared(screen: Screen, all: readonly Drawn[]): Shared {
  const views = all.map(({ view }) => view);
  // Payments alone have a network; a change has less to share, and leaves the others whole.
  const payments = all.filter(({ view }) => named(view, 'row', 'network').length > 0);
  const isPart = payments.length > 1 && payments.length < all.length;
  const shared = {
    place: el('div', { class: 'contents' }),
    facts: takeFacts(screen, views),
    ofPayments: isPart
      ? takeFacts(
          screen,
          payments.map(({ view }) => view),
        )
      : undefined,
    payments: isPart ? payments : [],
  };
  placeChanging(screen, shared, all);
  return shared;
}

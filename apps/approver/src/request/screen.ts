import { openReview, type Review, ReviewError } from '@holdfast/review';
import type { IntentReply, SignerFacts } from '@holdfast/review/facts';
import {
  alertBox,
  backLink,
  el,
  fetchIntent,
  heading,
  showWaiting,
  signerFacts,
  stopWaiting,
} from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import { lazySections, warningsOf } from '../lazy-sections.ts';
import type { Screen } from '../texts.ts';
import { type DecisionState, drawDecision, newDecisionState, type Said } from './decision.ts';
import { notShown } from './not-shown.ts';
import type { Owners } from './payee.ts';
import { peopleCard } from './people.ts';
import { listFor, ownersOf, type RecipientList, recipientCards } from './recipients.ts';
import { contextRows, digestCard, headline, requestHeading } from './summary.ts';

const pollMs = 4_000;

interface Loaded {
  readonly facts: SignerFacts;
  readonly reply: IntentReply;
  readonly review: Review;
  readonly owners: Owners;
  readonly list?: RecipientList | undefined;
  readonly warnings: readonly HTMLElement[];
  readonly late: readonly HTMLElement[];
  readonly told?: typeof import('./told.ts') | undefined;
}

/** `pinned`: the digest that is on the screen; anything else under the same id is refused. */
async function load(screen: Screen, id: string, pinned: string | undefined, said: Said): Promise<Loaded> {
  const [facts, reply] = await Promise.all([signerFacts(location.origin), fetchIntent(location.origin, id)]);
  if (!screen.left.aborted) screen.servedBy(facts.name, facts.singleHost);
  const linked = screen.route.query.get('digest') ?? undefined;
  const review = openReview(reply, { id, digest: linked, pinned, deployment: facts.deployment, chains: facts.chains });
  const [owners, list, warnings, late, told] = await Promise.all([
    ownersOf(review, facts.keyGroups),
    listFor(review),
    warningsOf(screen, review, said),
    lazySections(screen, facts, review, said.done !== undefined),
    // Without it amount, rule and steps are told all the same.
    import('./told.ts').catch(() => undefined),
    kindsOnPage[review.intent.kind].fetch?.(),
  ]);
  return { facts, reply, review, owners, list, warnings, late, told };
}

/** What changes while the page is open. */
interface Places {
  readonly warnings: HTMLElement;
  readonly late: HTMLElement;
  readonly people: HTMLElement;
  readonly decision: HTMLElement;
}

/** Everything that says what is to be signed; the `places` are kept up to date by the caller. */
export function requestParts(
  screen: Screen,
  { review, reply, owners, list, told }: Omit<Loaded, 'facts' | 'warnings' | 'late'>,
  { warnings, late, people, decision }: Places,
): (HTMLElement | null)[] {
  return [
    requestHeading(screen, review),
    ...recipientCards(screen, review, owners, list),
    warnings,
    contextRows(screen, review, told),
    kindsOnPage[review.intent.kind].document?.(screen, review) ?? null,
    late,
    people,
    digestCard(screen, review),
    told?.technicalDetails(
      screen,
      review,
      reply.intent,
      kindsOnPage[review.intent.kind].details?.(screen, review) ?? [],
    ) ?? null,
    decision,
  ];
}

/** A request that does not hold together is not shown at all: half of it could be the half that lies. */
export function refusedParts(screen: Screen, error: ReviewError): (HTMLElement | null)[] {
  // Its words come late; that the request is not shown does not wait for them.
  const [lead, why] = [el('span'), el('p', {}, error.code)];
  import('./fault-words.ts').then(
    ({ sayFault }) => {
      lead.replaceChildren(sayFault(screen, 'lead'));
      why.replaceChildren(sayFault(screen, error.code));
    },
    () => undefined,
  );
  return [
    heading(screen.say('refusedTitle'), lead),
    alertBox(why, error.detail !== '' && el('p', { class: 'mono' }, error.detail)),
    el('div', { class: 'actions' }, backLink(screen, false)),
  ];
}

/** Takes down everything that was shown, for good: what stood there is no longer what the signer has. */
function withdraw(screen: Screen, state: DecisionState, error: ReviewError): void {
  if (screen.left.aborted || state.withdrawn) return;
  state.withdrawn = true;
  screen.show(...refusedParts(screen, error));
}

function follow(screen: Screen, id: string, first: Loaded, state: DecisionState, draw: (loaded: Loaded) => void): void {
  const told = ({ reply, facts }: Loaded): string => JSON.stringify([reply, facts.exports, facts.exported]);
  let seen = told(first);
  const timer = setInterval(() => {
    if (state.withdrawn) clearInterval(timer);
    if (state.busy || state.withdrawn || document.hidden) return;
    load(screen, id, first.review.digest, state).then(
      (loaded) => {
        const now = told(loaded);
        if (state.busy || state.withdrawn || screen.left.aborted || now === seen) return;
        seen = now;
        draw(loaded);
      },
      (error: unknown) => {
        if (error instanceof ReviewError && !state.busy) withdraw(screen, state, error);
      },
    );
  }, pollMs);
  screen.left.addEventListener('abort', () => clearInterval(timer));
}

/** The approval: fetched, checked and shown whole; then decided upon. Who has decided is kept up to date. */
export async function drawRequest(screen: Screen, id: string): Promise<void> {
  showWaiting(screen);
  const state = newDecisionState();
  const places: Places = {
    warnings: el('div', { class: 'stack' }),
    late: el('div', { class: 'stack' }),
    people: el('div', {}),
    decision: el('div', { class: 'contents', id: 'decision' }),
  };
  const fill = (place: HTMLElement, parts: readonly HTMLElement[]): void => {
    place.hidden = parts.length === 0;
    place.replaceChildren(...parts);
  };
  const draw = ({ review, warnings, late }: Loaded): void => {
    // It answers again.
    if (state.taken?.by === 'own') state.taken = undefined;
    fill(places.warnings, warnings);
    fill(places.late, late);
    places.people.replaceChildren(peopleCard(screen, review));
    void drawDecision(screen, places.decision, review, state, () => reload(review.digest));
  };
  const reload = async (pinned: string): Promise<void> => {
    try {
      draw(await load(screen, id, pinned, state));
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      withdraw(screen, state, error);
    }
  };
  try {
    const loaded = await load(screen, id, undefined, state);
    if (screen.left.aborted) return;
    document.title = `${headline(screen, loaded.review).data} · Holdfast`;
    screen.show(...requestParts(screen, loaded, places));
    draw(loaded);
    follow(screen, id, loaded, state, draw);
  } catch (error) {
    if (screen.left.aborted) return;
    if (error instanceof ReviewError) screen.show(...refusedParts(screen, error));
    else screen.show(...(await notShown(screen, error, () => void drawRequest(screen, id))));
  } finally {
    stopWaiting(screen);
  }
}

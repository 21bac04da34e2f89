import { blockersOf, isInForce, type Review } from '@holdfast/review';
import { notice } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import type { Asked, Entry } from '../refuse/asked.ts';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** A request as it was read, with what the link says it has to be. */
export type Placed = Entry & Pick<Asked, 'digest'>;

const effectOf = ({ review }: Pick<Entry, 'review'>) => review && kindsOnPage[review.intent.kind].outdates;
const ranks = { nothing: 0, likes: 1, all: 2 };

/**
 * What ends others by coming into force comes after them, so that a row of signatures reaches each of them while it is open: changes of the book after payments,
 * changes of the rules last. Fetches what their kinds say.
 */
export async function placed(asked: readonly Asked[], entries: readonly Entry[]): Promise<readonly Placed[]> {
  await Promise.all(entries.map(({ review }) => review && kindsOnPage[review.intent.kind].fetch?.()));
  const digests = new Map(asked.map(({ id, digest }) => [id, digest]));
  const rankOf = (entry: Placed): number => ranks[effectOf(entry) ?? 'nothing'];
  return entries
    .map((entry) => ({ ...entry, digest: digests.get(entry.id) ?? '' }))
    .sort((one, other) => rankOf(one) - rankOf(other));
}

/** Does it, once it is in force, have any other asked for anew? */
export const endsOthers = (review: Review): boolean => effectOf({ review }) !== undefined;

/** Is nothing missing for it? A change comes into force a moment after its last approval, when the signers have agreed on it. */
export const isThrough = (review: Review): boolean => isInForce(review) || review.evaluation.state === 'satisfied';

/** Will the first, for which nothing is missing, have the other asked for anew? Both were made for the same rules, or the same address book. What is in force already a signer says by itself. */
export function outdates(first: Review, other: Review): boolean {
  const [effect, of] = [first, other].map((review) => effectOf({ review }));
  if (!isThrough(first) || blockersOf(first, Date.now()).length > 0) return false;
  if (effect === 'all') return first.intent.policy.hash === other.intent.policy.hash;
  return effect === 'likes' && of === 'likes' && first.book?.prev === other.book?.prev;
}

/** Said before anything is ticked, where one of them would end others of them. */
export function outdatingNote(screen: Screen, entries: readonly Placed[]): HTMLElement | null {
  const effects = entries.map(effectOf);
  const likes = effects.filter((effect) => effect === 'likes').length;
  const ends = likes > 1 || (entries.length > 1 && effects.includes('all'));
  return ends ? notice('warn', say(screen, 'outdating')) : null;
}

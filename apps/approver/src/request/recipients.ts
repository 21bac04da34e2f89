import { amountText, type Review, ReviewError } from '@holdfast/review';
import type { KeyGroupPublic } from '@holdfast/review/facts';
import { addressView, ask, card, el } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import type { Screen } from '../texts.ts';
import { fetchPayees, memoView, type Owners, payeeView } from './payee.ts';

/**
 * Fetches what tells whose addresses they are, asks the signer for every one that is said to be our own, and compares. What reads paths weighs as much as
 * the rest of the page, so it is fetched only when needed.
 * @throws ReviewError notOwnAddress for one that is not
 */
export async function ownersOf(review: Review, groups: readonly KeyGroupPublic[]): Promise<Owners> {
  const { intent, chain } = review;
  await fetchPayees(review);
  if (intent.outputs.every(({ path }) => path === '')) return new Map();
  const { ownWallet } = await import('../own-address.ts');
  const group = groups.find(({ id }) => id === intent.keyGroup);
  const owners = new Map<number, string>();
  for (const [i, output] of intent.outputs.entries()) {
    if (output.path === '') continue;
    const wallet = await ownWallet(ask, chain, group, output);
    if (wallet === undefined) throw new ReviewError('notOwnAddress', `${output.address} ${output.path}`);
    owners.set(i, wallet);
  }
  return owners;
}

/** From so many on they stand in one list: a card each would be a wall that nobody reads to its end. */
const listedFrom = 6;

export type RecipientList = typeof import('./recipient-list.ts');
/** What draws many recipients, fetched for the requests that have them: without it such a request is not shown. */
export const listFor = async ({ intent }: Review): Promise<RecipientList | undefined> =>
  intent.outputs.length < listedFrom ? undefined : import('./recipient-list.ts');

/** Each recipient by itself: the whole address, the exact amount, the memo, and whose address it is. `list`: what `listFor` gave. */
export function recipientCards(
  screen: Screen,
  review: Review,
  owners: Owners,
  list: RecipientList | undefined,
): HTMLElement[] {
  if (list) return [list.recipientList(screen, review, owners)];
  const { outputs, asset } = review.intent;
  const count = String(outputs.length);
  return outputs.map((output, i) => {
    const many = outputs.length > 1;
    const title =
      kindsOnPage[review.intent.kind].addressee?.(screen, review, i) ??
      (many ? screen.say('recipientNumber', { number: String(i + 1), count }) : screen.say('recipient'));
    return card(
      title,
      screen.say('compareBlocks'),
      addressView(output.address),
      many &&
        output.amount !== '0' &&
        el('p', {}, el('strong', {}, `${amountText(output.amount, asset.decimals)} ${asset.symbol}`)),
      memoView(screen, output),
      payeeView(screen, review, output, owners.get(i)),
    );
  });
}

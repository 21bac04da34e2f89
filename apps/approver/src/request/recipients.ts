import type { Output } from '@holdfast/policy';
import { amountText, honestText, payeeOf, type Review, ReviewError, timeText } from '@holdfast/review';
import type { KeyGroupPublic } from '@holdfast/review/facts';
import { addressView, ask, card, el, notice, row } from '@holdfast/signer-ui';
import { kindsOnPage } from '../kinds/index.ts';
import type { Screen } from '../texts.ts';

/** By place in the outputs: the sub-wallet whose address is paid, where it is our own. */
export type Owners = ReadonlyMap<number, string>;

/**
 * Asks the signer for every address that is said to be our own, and compares. What reads paths weighs as much as the rest of the page, so it is fetched
 * only when needed.
 * @throws ReviewError notOwnAddress for one that is not
 */
export async function ownersOf(review: Review, groups: readonly KeyGroupPublic[]): Promise<Owners> {
  const { intent, chain } = review;
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

/** Whose address it is: our own, somebody's in the address book, or nobody's that is known. */
function payeeView(screen: Screen, review: Review, output: Output, wallet: string | undefined): HTMLElement {
  const payee = payeeOf(review, output, Date.now());
  switch (payee.kind) {
    case 'own':
      return el('p', {}, screen.say('ownAddress', { path: payee.path, wallet: wallet ?? '?' }));
    case 'nobody':
      return payee.from === undefined
        ? el('p', { class: 'muted' }, screen.say('entryNone'))
        : notice('warn', screen.say('entryHeld', { from: timeText(String(payee.from)) }));
    case 'untold':
      return notice('warn', screen.say('entryUntold', { entry: payee.hash }));
    case 'entry': {
      const words = { label: honestText(payee.label), from: timeText(String(payee.from)) };
      if (payee.state === 'other') return notice('bad', screen.say('entryOther', words));
      if (payee.state === 'unnamed') return el('p', {}, screen.say('entryUnnamed', words));
      return payee.state === 'active'
        ? el('p', {}, screen.say('entryActive', words))
        : notice('warn', screen.say('entryCooling', words));
    }
  }
}

/** From so many on they stand in one list: a card each would be a wall that nobody reads to its end. */
const listedFrom = 6;

const memoView = (screen: Screen, { memo }: Output): HTMLElement | false =>
  memo !== '' && el('p', {}, screen.say('rowMemo'), ': ', el('span', { class: 'mono pre' }, memo));

/** How many of them nobody knows is said once, and whose addresses the others are beside each. */
function recipientList(screen: Screen, review: Review, owners: Owners): HTMLElement {
  const { outputs, asset } = review.intent;
  const now = Date.now();
  const isNobodys = (output: Output): boolean => {
    const payee = payeeOf(review, output, now);
    return payee.kind === 'nobody' && payee.from === undefined;
  };
  const unknown = outputs.filter(isNobodys).length;
  const lines = outputs.map((output, i) =>
    row(
      `${i + 1} · ${amountText(output.amount, asset.decimals)} ${asset.symbol}`,
      addressView(output.address),
      memoView(screen, output),
      !isNobodys(output) && payeeView(screen, review, output, owners.get(i)),
    ),
  );
  const count = String(outputs.length);
  return card(
    screen.say('recipients', { count }),
    screen.say('compareBlocks'),
    unknown > 0 && notice('warn', screen.say('recipientsUnknown', { unknown: String(unknown), count })),
    el('dl', { class: 'rows' }, ...lines),
  );
}

/** Each recipient by itself: the whole address, the exact amount, the memo, and whose address it is. */
export function recipientCards(screen: Screen, review: Review, owners: Owners): HTMLElement[] {
  const { outputs, asset } = review.intent;
  if (outputs.length >= listedFrom) return [recipientList(screen, review, owners)];
  const count = String(outputs.length);
  return outputs.map((output, i) => {
    const many = outputs.length > 1;
    const title = many
      ? screen.say('recipientNumber', { number: String(i + 1), count })
      : (kindsOnPage[review.intent.kind].addressee?.(screen, review) ?? screen.say('recipient'));
    return card(
      title,
      screen.say('compareBlocks'),
      addressView(output.address),
      many && el('p', {}, el('strong', {}, `${amountText(output.amount, asset.decimals)} ${asset.symbol}`)),
      memoView(screen, output),
      payeeView(screen, review, output, owners.get(i)),
    );
  });
}

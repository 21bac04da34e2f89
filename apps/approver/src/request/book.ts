import { type BookEntry, type BookToken, bookInForce } from '@holdfast/policy';
import { honestText, loosened, loosenedWords, type Review, tokenLikes } from '@holdfast/review';
import { addressView, type Child, card, el, localWords, notice, row, rows } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { say } from './book-words.ts';
import { effectNotice } from './effect.ts';

function chainList(screen: Screen, { chains }: Pick<Review, 'chains'>, ids: readonly string[]): Child[] {
  return ids.map((id) => {
    const known = chains.find((chain) => chain.id === id);
    return el(
      'p',
      {},
      `${known ? honestText(known.name) : say(screen, 'unknownChain')} `,
      el('span', { class: 'muted mono' }, id),
    );
  });
}

/** Every asset by its contract, whole; the symbol stands beside it where this signer knows one on these networks. */
function assetList(screen: Screen, { chains }: Review, entry: BookEntry): Child[] {
  if (entry.assets.length === 0) return [say(screen, 'anyAsset')];
  const known = chains.filter(({ id }) => entry.chains.includes(id)).flatMap(({ assets }) => assets);
  return entry.assets.map((contract) => {
    if (contract === '') return el('p', {}, say(screen, 'coin'));
    const symbols = known.filter((asset) => asset.contract === contract);
    const names = [...new Set(symbols.map(({ symbol }) => honestText(symbol)))].join(', ');
    return el('div', {}, el('span', {}, names === '' ? say(screen, 'unknownAsset') : names), addressView(contract));
  });
}

/** An entry of the address book whole: what stands in it is what can be paid from then on. */
function entryParts(screen: Screen, review: Review, entry: BookEntry): Child[] {
  const memo =
    entry.memo === ''
      ? el('span', { class: 'muted' }, say(screen, 'memoNone'))
      : el('span', { class: 'mono pre' }, entry.memo);
  return [
    addressView(entry.address),
    rows(
      row(say(screen, 'label'), el('span', { class: 'pre' }, honestText(entry.label))),
      row(say(screen, 'chains'), ...chainList(screen, review, entry.chains)),
      row(say(screen, 'memo'), memo),
      row(say(screen, 'assets'), ...assetList(screen, review, entry)),
      entry.methods && row(say(screen, 'methods'), ...entry.methods.map((one) => el('p', { class: 'mono' }, one))),
    ),
  ];
}

/** What a token is from then on, to this signer too. */
function tokenParts(screen: Screen, review: Review, token: BookToken): Child[] {
  const { contract, chain, symbol, decimals } = token;
  return [
    addressView(contract),
    rows(
      row(say(screen, 'symbol'), el('span', { class: 'mono' }, symbol)),
      row(say(screen, 'decimals'), decimals),
      row(say(screen, 'network'), ...chainList(screen, review, [chain])),
    ),
    ...tokenLikes(review.chains, token).map(({ symbol: like, chain: network, isSame }) =>
      notice(
        'warn',
        say(screen, isSame ? 'sameSymbol' : 'looksLike', { symbol: honestText(like), network: honestText(network) }),
      ),
    ),
  ];
}

/** Tokens that come or go, each as a card of its own. */
function tokenCards(screen: Screen, review: Review): HTMLElement[] {
  const { add = [], remove = [] } = review.book?.tokens ?? {};
  const added = add.map((token, i) =>
    card(numbered(screen, 'token', i, add), screen.say('compareBlocks'), ...tokenParts(screen, review, token)),
  );
  const gone = remove.map(({ contract, chain }, i) => {
    const known = review.chains.find(({ id }) => id === chain)?.assets.find((one) => one.contract === contract);
    return card(
      numbered(screen, 'tokenGone', i, remove),
      undefined,
      addressView(contract),
      rows(
        known && row(say(screen, 'symbol'), el('span', { class: 'mono' }, honestText(known.symbol))),
        row(say(screen, 'network'), ...chainList(screen, review, [chain])),
      ),
    );
  });
  return [...added, ...gone, ...(added.length > 0 ? [notice('warn', say(screen, 'compareToken'))] : [])];
}

function numbered(
  screen: Screen,
  key: 'added' | 'removed' | 'token' | 'tokenGone',
  i: number,
  all: readonly unknown[],
): Text {
  return say(screen, key, { number: String(i + 1), count: String(all.length) });
}

/** A change of the address book: each entry that comes or goes as a card of its own. */
export function bookCards(screen: Screen, review: Review): HTMLElement[] {
  const { book, entries, policy, graceRules } = review;
  if (!book) return [];
  const added = book.add.map((entry, i) =>
    card(numbered(screen, 'added', i, book.add), screen.say('compareBlocks'), ...entryParts(screen, review, entry)),
  );
  const removed = book.remove.map((hash, i) => {
    const known = entries.get(hash)?.entry;
    const parts = known ? entryParts(screen, review, known) : [el('p', {}, say(screen, 'unknown')), addressView(hash)];
    return card(numbered(screen, 'removed', i, book.remove), undefined, ...parts);
  });
  const { mode, coolingHours } = bookInForce(policy.book, graceRules, Date.now());
  const hints = [
    added.length > 0 &&
      notice('info', say(screen, mode === 'off' ? 'coolingOff' : 'cooling', { hours: String(coolingHours) })),
    added.length === 0 && mode === 'off' && notice('warn', say(screen, 'modeOff')),
    effectNotice(screen, review),
  ].filter((hint) => hint instanceof Node);
  return [...added, ...removed, ...tokenCards(screen, review), ...hints];
}

const sayLoosened = localWords(loosenedWords);

/** From when a looser address book counts, were it agreed on now. */
export const loosenedNotices = (screen: Screen, review: Review): HTMLElement[] =>
  loosened(review, Date.now()).map(({ word, hours }) => notice('warn', sayLoosened(screen, word, { hours })));

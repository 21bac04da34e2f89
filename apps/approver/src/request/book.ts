import { addressView, type Child, card, el, notice, row, rows } from '@holdfast/pagekit';
import { honestText, type Review } from '@holdfast/pagekit/review';
import type { BookEntry } from '@holdfast/policy';
import type { Key, Screen } from '../texts.ts';
import { effectNotice } from './changes.ts';

function chainList({ chains }: Review, { chains: ids }: BookEntry): Child[] {
  return ids.map((id) => {
    const known = chains.find((chain) => chain.id === id);
    return el('p', {}, known ? `${honestText(known.name)} ` : null, el('span', { class: 'muted mono' }, id));
  });
}

/** Every asset by its contract, whole; the symbol stands beside it where this signer knows one on these networks. */
function assetList(screen: Screen, { chains }: Review, entry: BookEntry): Child[] {
  if (entry.assets.length === 0) return [screen.say('bookAnyAsset')];
  const known = chains.filter(({ id }) => entry.chains.includes(id)).flatMap(({ assets }) => assets);
  return entry.assets.map((contract) => {
    if (contract === '') return el('p', {}, screen.say('bookCoin'));
    const symbols = known.filter((asset) => asset.contract.toLowerCase() === contract.toLowerCase());
    const names = [...new Set(symbols.map(({ symbol }) => honestText(symbol)))].join(', ');
    return el('div', {}, names === '' ? null : el('span', {}, names), addressView(contract));
  });
}

/** An entry of the address book whole: what stands in it is what can be paid from then on. */
function entryParts(screen: Screen, review: Review, entry: BookEntry): Child[] {
  const memo =
    entry.memo === ''
      ? el('span', { class: 'muted' }, screen.say('bookMemoNone'))
      : el('span', { class: 'mono pre' }, entry.memo);
  return [
    addressView(entry.address),
    rows(
      row(screen.say('bookLabel'), el('span', { class: 'pre' }, honestText(entry.label))),
      row(screen.say('bookChains'), ...chainList(review, entry)),
      row(screen.say('rowMemo'), memo),
      row(screen.say('bookAssets'), ...assetList(screen, review, entry)),
    ),
  ];
}

function numbered(screen: Screen, key: Key, i: number, all: readonly unknown[]): Text {
  return screen.say(key, { number: String(i + 1), count: String(all.length) });
}

/** A change of the address book: each entry that comes or goes as a card of its own. */
export function bookCards(screen: Screen, review: Review): HTMLElement[] {
  const { book, entries, policy } = review;
  if (!book) return [];
  const added = book.add.map((entry, i) =>
    card(numbered(screen, 'bookAdded', i, book.add), screen.say('compareBlocks'), ...entryParts(screen, review, entry)),
  );
  const removed = book.remove.map((hash, i) => {
    const known = entries.get(hash)?.entry;
    const parts = known
      ? entryParts(screen, review, known)
      : [el('p', {}, screen.say('bookUnknown')), addressView(hash)];
    return card(numbered(screen, 'bookRemoved', i, book.remove), undefined, ...parts);
  });
  const hints = [
    added.length > 0 && notice('info', screen.say('bookCooling', { hours: policy.book.coolingHours })),
    policy.book.mode === 'off' && notice('warn', screen.say('bookModeOff')),
    effectNotice(screen, review),
  ].filter((hint) => hint instanceof Node);
  return [...added, ...removed, ...hints];
}

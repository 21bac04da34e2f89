import { type BookEntry, bookInForce } from '@holdfast/policy';
import { blocksOf, honestText, type Review } from '@holdfast/review';
import { line } from '../line.ts';
import type { KindInTerminal } from './kind.ts';

function entryLines({ chains }: Review, entry: BookEntry): string[] {
  const known = chains.filter(({ id }) => entry.chains.includes(id)).flatMap(({ assets }) => assets);
  const asset = (contract: string): string => {
    const symbols = known.filter((one) => one.contract === contract);
    const names = [...new Set(symbols.map(({ symbol }) => honestText(symbol)))].join(', ');
    return contract === ''
      ? 'the coin of the network'
      : `${names || 'an unknown asset'} ${blocksOf(contract).join(' ')}`;
  };
  const network = (id: string): string => (chains.some((chain) => chain.id === id) ? id : `${id} (unknown)`);
  return [
    line('  address', blocksOf(entry.address).join(' ')),
    line('  label', JSON.stringify(honestText(entry.label))),
    line('  networks', entry.chains.map(network).join(', ')),
    line('  memo', entry.memo === '' ? 'none' : JSON.stringify(entry.memo)),
    line('  assets', entry.assets.length === 0 ? 'any' : entry.assets.map(asset).join('; ')),
    ...(entry.methods ?? []).map((method) => line('  may be called', method)),
  ];
}

/** Every entry that comes or goes, whole. */
function bookLines(review: Review, now: number): string[] {
  const { book, entries, policy, graceRules } = review;
  if (!book) return [];
  const added = book.add.flatMap((entry) => ['  + new entry', ...entryLines(review, entry)]);
  const removed = book.remove.flatMap((hash) => {
    const known = entries.get(hash)?.entry;
    return known
      ? ['  - entry taken out', ...entryLines(review, known)]
      : ['  - entry taken out, of which the signer tells only the hash', `    ${hash}`];
  });
  const { mode, coolingHours } = bookInForce(policy.book, graceRules, now);
  return [...added, ...removed, line('address book', `whitelist ${mode}, new entries wait ${coolingHours} h`)];
}

export const terminal: KindInTerminal = {
  headline: ({ book: change }) =>
    `Change the address book: ${change?.add.length ?? 0} added, ${change?.remove.length ?? 0} removed`,
  lines: bookLines,
};

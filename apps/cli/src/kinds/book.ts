import { type BookEntry, bookInForce } from '@holdfast/policy';
import { blocksOf, honestText, type Review, tokenLikes } from '@holdfast/review';
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

/** Tokens that come or go, with what they could be taken for. */
function tokenLines({ book, chains }: Review): string[] {
  const { add = [], remove = [] } = book?.tokens ?? {};
  const added = add.flatMap((token) => [
    '  + new token to pay with',
    line('  contract', blocksOf(token.contract).join(' ')),
    line('  symbol', token.symbol),
    line('  decimals', token.decimals),
    line('  network', token.chain),
    ...tokenLikes(chains, token).map(
      ({ symbol, chain, isSame }) =>
        `! ${isSame ? `a coin on ${honestText(chain)} is called ${honestText(symbol)} too` : `it looks like ${honestText(symbol)} on ${honestText(chain)}`}; this is not that one`,
    ),
  ]);
  const gone = remove.map(({ contract, chain }) =>
    line('  - no longer', `${blocksOf(contract).join(' ')} on ${chain}`),
  );
  const compare = added.length > 0 ? ['! compare contract and decimals with the page of the token’s issuer'] : [];
  return [...added, ...gone, ...compare];
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
  return [
    ...added,
    ...removed,
    ...tokenLines(review),
    line('address book', `whitelist ${mode}, new entries wait ${coolingHours} h`),
  ];
}

const tokensOf = (change: Review['book']): string =>
  change?.tokens ? `, tokens ${change.tokens.add.length} added, ${change.tokens.remove.length} removed` : '';

export const terminal: KindInTerminal = {
  headline: ({ book: change }) =>
    `Change the address book: ${change?.add.length ?? 0} added, ${change?.remove.length ?? 0} removed${tokensOf(change)}`,
  lines: bookLines,
};

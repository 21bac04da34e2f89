import { symbol, type TokenWarning } from '@holdfast/contract';
import { areTwins } from '@holdfast/policy/look-alikes';

/** Coins in one answer of a search. */
export const foundMost = 50;
export const nameMost = 100;

/** What strangers write into the names of tokens that they send around: an address of a page, or what it promises. */
const lure =
  /https?:|www\.|\.(com|org|net|io|xyz|app|site|top|gift|vip|fi|finance|me|cc)\b|t\.me|\b(claim|airdrop|visit|voucher|reward|bonus|gift|free|redeem)\b|[$!]/i;

/** What a token says of itself, as far as it can be shown: letters that are seen, and not too many. */
export const shownName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, nameMost)
    .toWellFormed();

/** Coins are told apart by ASCII symbols: one that has other letters could look like any of them. */
export const isSymbol = (text: string): boolean => symbol.safeParse(text).success;

interface Named {
  readonly symbol: string;
  readonly name: string;
}
/** What is to be minded of a token, beside these. */
export function warningsOf(token: Named, others: readonly Named[]): TokenWarning[] {
  const same = others.some(({ symbol }) => symbol.toLowerCase() === token.symbol.toLowerCase());
  const like = others.some(
    (one) =>
      areTwins(one.symbol, token.symbol) ||
      (one.name !== '' && (one.name === token.name || areTwins(one.name, token.name))),
  );
  const found = { sameSymbol: same, looksLike: like && !same, spam: lure.test(`${token.symbol} ${token.name}`) };
  return (Object.keys(found) as TokenWarning[]).filter((warning) => found[warning]);
}

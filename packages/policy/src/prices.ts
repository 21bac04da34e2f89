import { ed25519 } from '@holdfast/ed25519';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { domainDigest } from './canonical.ts';
import type { PolicyDocument } from './document.ts';
import { type AssetKey, assetKey, type RuleFacts } from './rule-facts.ts';
import { type Checked, list, patterns, record, text } from './schema.ts';
import { higherPrice, isPrice } from './value.ts';

const quote = {
  deployment: text(patterns.hash),
  chain: text(patterns.chain),
  contract: text(patterns.ascii),
  /** USD per whole coin. */
  usd: text(/^[0-9.]{1,40}$/),
  /** Epoch milliseconds by the signer's clock. */
  at: text(patterns.digits),
  /** Who says so. */
  signer: text(/^[1-9]\d?$/),
};
const signedQuote = { ...quote, signature: text(/^[0-9a-f]{128}$/) };

/** What one signer says that an asset is worth, signed by its identity key. */
export type SignedQuote = Checked<typeof signedQuote>;
export type Quote = Checked<typeof quote>;
/** @throws PolicyError for anything that is not exactly a list of quotes */
export const checkQuotes = (value: unknown): SignedQuote[] => list(record(signedQuote), 0, 200)(value, 'quotes');

/** How far a quote may be from the moment a request was first shown. */
export const quoteToleranceMs = 15 * 60_000;
/** How far a quote may be from the moment a signer decides, or is told that a price rose: by its own clock. */
export const nearQuoteMs = 5 * 60_000;

const digest = ({ deployment, chain, contract, usd, at, signer }: Quote): Uint8Array =>
  domainDigest('holdfast/quote/v1', { deployment, chain, contract, usd, at, signer });

export const signQuote = (given: Quote, secretKey: Uint8Array): SignedQuote => ({
  ...given,
  signature: bytesToHex(ed25519.sign(digest(given), secretKey)),
});

/** What was found of a quote's signature, and by which key: what was announced is looked at by every page and every admission. Quotes are never changed. */
const checked = new WeakMap<SignedQuote, { readonly identity: string; readonly holds: boolean }>();

function verifies(quoted: SignedQuote, identity: string): boolean {
  try {
    return ed25519.verify(hexToBytes(quoted.signature), digest(quoted), hexToBytes(identity), { zip215: false });
  } catch {
    return false;
  }
}
function isSigned(quoted: SignedQuote, identity: string): boolean {
  const before = checked.get(quoted);
  if (before?.identity === identity) return before.holds;
  const holds = verifies(quoted, identity);
  checked.set(quoted, { identity, holds });
  return holds;
}

function isSound(policy: PolicyDocument, quoted: SignedQuote, at: number, toleranceMs: number): boolean {
  const signer = policy.signers.find(({ id }) => id === quoted.signer);
  const near = Math.abs(Number(quoted.at) - at) <= toleranceMs;
  if (!signer || !near || quoted.deployment !== policy.deployment) return false;
  // A price of zero would let everything through: it is none.
  if (!isPrice(quoted.usd) || !/[1-9]/.test(quoted.usd)) return false;
  return isSigned(quoted, signer.identity);
}

/** USD per whole coin. */
export type Prices = ReadonlyMap<AssetKey, string>;

/**
 * The prices rules go by: for each asset the highest that any signer quoted, and only where *every* signer quoted one near `at`. The server carries
 * quotes between signers; it can neither lower a price nor let one be missing without the rules becoming stricter.
 */
export function pricesFrom(
  policy: PolicyDocument,
  quotes: readonly SignedQuote[],
  at: number,
  toleranceMs = quoteToleranceMs,
): Prices {
  const sound = quotes.filter((one) => isSound(policy, one, at, toleranceMs));
  const prices = new Map<AssetKey, string>();
  for (const key of new Set(sound.map(({ chain, contract }) => assetKey(chain, contract)))) {
    const about = sound.filter(({ chain, contract }) => assetKey(chain, contract) === key);
    if (policy.signers.every(({ id }) => about.some(({ signer }) => signer === id)))
      prices.set(key, about.map(({ usd }) => usd).reduce(higherPrice));
  }
  return prices;
}

/** For each asset that any of them names, the highest. */
export function highestOf(...several: readonly Prices[]): Prices {
  const highest = new Map<AssetKey, string>();
  for (const [asset, price] of several.flatMap((prices) => [...prices]))
    highest.set(asset, higherPrice(price, highest.get(asset) ?? '0'));
  return highest;
}

/** Does any of the first name a price above that of the second, of an asset which has one in both? */
export const isAbove = (prices: Prices, before: Prices): boolean =>
  [...prices].some(([asset, price]) => {
    const earlier = before.get(asset);
    return earlier !== undefined && higherPrice(earlier, price) !== earlier;
  });

/**
 * What rules are told of prices. A payment goes by those of the day it was asked for, which its members were shown, and where one has risen since, by the
 * risen one too: for rules that ask for more where more is paid, and for those that ask for less.
 * @param asked when it was asked for @param now of the moment; the highest of both counts
 */
export function pricesAsked(asked: Prices, now: Prices): Pick<RuleFacts, 'price' | 'priceThen'> {
  const price = (asset: AssetKey) => now.get(asset);
  return isAbove(now, asked) ? { price, priceThen: (asset) => asked.get(asset) ?? now.get(asset) } : { price };
}

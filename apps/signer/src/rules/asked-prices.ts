import {
  type AssetKey,
  type Facts,
  highestOf,
  type Intent,
  isAbove,
  nearQuoteMs,
  type Prices,
  pricesAsked,
  pricesFrom,
  type SignedQuote,
} from '@holdfast/policy';
import type { SignerState } from '../state/state.ts';

interface Known {
  readonly state: Readonly<SignerState>;
  readonly now: number;
}
type PriceFacts = Pick<Facts, 'price' | 'priceThen'>;

const none: Prices = new Map();

/** What all signers said near the time at which this one first saw the request. */
function announcedPrices({ state }: Known, { id }: Intent): Prices {
  const seen = state.announced.get(id);
  return seen && state.policy ? pricesFrom(state.policy.document, seen.quotes, seen.at) : none;
}

const risenPrices = ({ state }: Known, { id }: Intent): Prices =>
  new Map(Object.entries(state.announced.get(id)?.risen ?? {}));

/** By what members are shown: the prices of the announcement, and those that have risen since. */
export function shownPrices(known: Known, intent: Intent): PriceFacts {
  const asked = announcedPrices(known, intent);
  return pricesAsked(asked, highestOf(asked, risenPrices(known, intent)));
}

/** What all signers say now, by this one's clock. */
const nearPrices = ({ state, now }: Known, near: readonly SignedQuote[]): Prices =>
  state.policy ? pricesFrom(state.policy.document, near, now, nearQuoteMs) : none;

/**
 * Where a signature may exist already, by which prices this signer let it go: the chain may take it at any time, whatever it is worth by now. A rise since then is
 * what another signer asks for more by, and pages here tell of it.
 */
function pricesOfExposed({ state }: Known, { id }: Intent): Prices | undefined {
  const prices = state.exposed.has(id) ? state.decided.get(id)?.prices : undefined;
  return prices && new Map(Object.entries(prices));
}

/**
 * By what this signer decides: an asset has a price only by quotes of now, and the highest counts of those, of what members were shown, and of the
 * announcement.
 */
export function decisionPrices(known: Known, intent: Intent, near: readonly SignedQuote[]): PriceFacts {
  const asked = announcedPrices(known, intent);
  const exposed = pricesOfExposed(known, intent);
  const before = exposed ? asked : highestOf(asked, risenPrices(known, intent));
  const decided = exposed ?? nearPrices(known, near);
  const highest = highestOf(before, decided);
  return pricesAsked(asked, new Map([...highest].filter(([asset]) => decided.has(asset))));
}

/** Of what a request is about, where a price of now is above all that its members were shown: the highest. @param about the assets that rules ask the price of */
export function risenTo(
  known: Known,
  intent: Intent,
  about: readonly AssetKey[],
  near: readonly SignedQuote[],
): Prices | undefined {
  const before = highestOf(announcedPrices(known, intent), risenPrices(known, intent));
  const now = new Map([...nearPrices(known, near)].filter(([asset]) => about.includes(asset)));
  return isAbove(now, before) ? highestOf(before, now) : undefined;
}

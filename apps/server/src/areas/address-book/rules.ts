import {
  type AddressCheck,
  type AssetConfig,
  type ChainConfig,
  type ChainFamily,
  familyOf,
  isOfFamily,
  takesMemo,
} from '@holdfast/chains';
import { bookItem, bookItemProblems, entryType, type PayeeOwner } from '@holdfast/contract';
import {
  type BookEntry,
  type BookRules,
  type GraceRules,
  methodOf,
  type PolicyDocument,
  payableFrom,
} from '@holdfast/policy';

/** A payee as somebody wants it listed. */
export interface Wanted {
  readonly chains: readonly string[];
  readonly address: string;
  readonly memo: string;
  readonly symbols: readonly string[];
  readonly label: string;
  /** Of a contract, the methods that may be called; none where it is no contract that anybody calls. */
  readonly methods?: readonly string[] | undefined;
  /** Who is behind the address; undefined where nothing is said of that. It goes into no document. */
  readonly owner?: PayeeOwner | null | undefined;
}
export type EntryProblem = {
  readonly problem: 'invalidAddress' | 'unsupportedCoin' | 'ambiguousCoin' | 'memo' | 'methods';
  readonly what: string;
  /** Why it is no address; undefined where that is not what is wrong. */
  readonly address?: AddressProblem;
};

type AddressProblem = Extract<ItemProblem, 'address' | 'hexadecimal' | 'checksum' | 'zero' | 'otherNetwork'>;
const addressProblems = {
  format: 'address',
  hexadecimal: 'hexadecimal',
  checksum: 'checksum',
  zero: 'zero',
  network: 'otherNetwork',
} as const satisfies Readonly<Record<Extract<AddressCheck, { ok: false }>['reason'], AddressProblem>>;

interface Coin {
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
}

/** Methods in their one spelling, each once; undefined where one is none, or nobody calls contracts there. */
function methodsOf(wanted: readonly string[], family: ChainFamily): string[] | undefined {
  const found = wanted.map((text) => methodOf(text));
  const known = found.filter((method) => method !== undefined);
  const selectors = new Set(known.map(({ selector }) => selector));
  if (known.length < found.length || selectors.size < found.length || !family.hasCalls) return undefined;
  return known.map(({ text }) => text);
}

/** The contracts of a coin on the chains that have it, by its contract or by its symbol; the symbol must say which one on each. */
function assetsOf(coins: readonly Coin[], chains: readonly string[], name: string): readonly string[] | EntryProblem {
  const there = coins.filter(({ chain }) => chains.includes(chain.id));
  const ofContract = there.filter(({ asset }) => asset.contract !== '' && asset.contract === name);
  const found = ofContract.length > 0 ? ofContract : there.filter(({ asset }) => asset.symbol === name);
  if (found.length === 0) return { problem: 'unsupportedCoin', what: name };
  if (new Set(found.map(({ chain }) => chain.id)).size < found.length) return { problem: 'ambiguousCoin', what: name };
  return found.map(({ asset }) => asset.contract);
}

/** Whose address it is says more than what it is not. */
function wrongAddress(
  text: string,
  family: ChainFamily,
  chains: readonly ChainConfig[],
  { reason }: Extract<AddressCheck, { ok: false }>,
): AddressProblem {
  const elsewhere = chains.some((other) => !isOfFamily(family, other) && familyOf(other).checkAddress(other, text).ok);
  return elsewhere ? 'otherNetwork' : addressProblems[reason];
}

/**
 * The entry that signers will know: the address in its one spelling, good on every chain it names; coins by their contracts. Pure.
 */
export function entryOf(
  wanted: Wanted,
  chains: readonly ChainConfig[],
  coins: readonly Coin[],
): BookEntry | EntryProblem {
  const chainsNamed = wanted.chains.map((id) => chains.find((chain) => chain.id === id));
  const [first] = chainsNamed;
  const family = first && familyOf(first);
  if (!family || chainsNamed.some((chain) => !chain || !isOfFamily(family, chain)))
    return { problem: 'invalidAddress', what: 'chains' };
  const checked = family.checkAddress(first, wanted.address);
  if (!checked.ok)
    return {
      problem: 'invalidAddress',
      what: first.name,
      address: wrongAddress(wanted.address, family, chains, checked),
    };
  // Longer than a payment there can carry: none could be to this entry.
  if (family.memo !== 'none' && !takesMemo(family, wanted.memo)) return { problem: 'memo', what: first.name };
  const named = wanted.methods ?? [];
  const methods = named.length === 0 ? [] : methodsOf(named, family);
  if (!methods) return { problem: 'methods', what: first.name };
  const assets: string[] = [];
  for (const name of wanted.symbols) {
    const found = assetsOf(coins, wanted.chains, name);
    if ('problem' in found) return found;
    assets.push(...found);
  }
  return {
    chains: [...new Set(wanted.chains)].sort(),
    address: checked.address,
    memo: wanted.memo,
    assets: [...new Set(assets)].sort(),
    label: wanted.label,
    ...(methods.length > 0 ? { methods } : {}),
  };
}

/** Where a payee stands: one address and memo on one chain is listed once. */
export const placesOf = ({ chains, address, memo }: Pick<BookEntry, 'chains' | 'address' | 'memo'>): string[] =>
  chains.map((chain) => `${chain}|${address}|${memo}`);

/** `entryType` of an address: what is the workspace's own is nobody's contract. */
export function typeOf(known: { readonly own: boolean; readonly code: boolean } | undefined, isToken: boolean): number {
  if (known?.own) return entryType.internal;
  return known?.code || isToken ? entryType.contract : entryType.external;
}

interface Places {
  readonly taken: ReadonlySet<string>;
  readonly waiting: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
}

interface Judged {
  readonly address: string;
  readonly label: string;
  readonly places: readonly string[];
  readonly problem: ItemProblem | '';
}

/** A payee that nobody has looked at yet: the field that is wrong, or its entry's places and whether one of them is taken. */
export function judge(
  loose: unknown,
  chains: readonly ChainConfig[],
  coins: readonly Coin[],
  { taken, waiting, before }: Places,
): ItemProblem | Judged {
  const wanted = readItem(loose);
  if (typeof wanted === 'string') return wanted;
  const made = entryOf(wanted, chains, coins);
  if ('problem' in made) {
    if (made.problem === 'memo' || made.problem === 'methods') return made.problem;
    if (made.problem !== 'invalidAddress') return 'symbols';
    if (made.what === 'chains') return 'chains';
    return made.address ?? 'address';
  }
  const places = placesOf(made);
  const among = (known: ReadonlySet<string>): boolean => places.some((place) => known.has(place));
  const problem = among(taken) ? 'listed' : among(waiting) ? 'waiting' : among(before) ? 'repeated' : '';
  return { address: made.address, label: made.label, places, problem };
}

/** Rules that name this entry: taking it out would leave them speaking of nobody. */
export const rulesNaming = (document: PolicyDocument, hash: string): string[] =>
  document.senior.filter(({ when }) => when.destinations.entries.includes(hash)).map(({ name }) => name);

type ItemProblem = (typeof bookItemProblems)[number];

/** The field that is wrong in a payee nobody has looked at yet, or the payee as the contract takes it. */
function readItem(loose: unknown): Wanted | ItemProblem {
  const parsed = bookItem.safeParse(loose);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0];
  return bookItemProblems.find((problem) => problem === field) ?? 'address';
}

export const effectiveAt = (since: Date, book: BookRules, graceRules: readonly GraceRules[]): Date =>
  new Date(payableFrom(since.getTime(), book, graceRules));

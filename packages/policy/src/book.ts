import { bytesToHex } from '@noble/hashes/utils.js';
import { methodOf } from './abi/method.ts';
import { domainDigest, PolicyError, parseCanonical } from './canonical.ts';
import { limits } from './limits.ts';
import { type Check, type Checked, list, oneOf, patterns, record, text } from './schema.ts';
import { asWritten, readVersion, type Version, writeVersion } from './versions.ts';

const entry = {
  /** Chains the address is good for, `evm:1`; never empty. */
  chains: list(text(patterns.chain), 1, 50),
  address: text(/^[\x21-\x7e]{1,128}$/),
  memo: text(patterns.asciiText),
  /** Contracts of the assets that may be paid ('' is the native coin); an empty list is any asset. */
  assets: list(text(patterns.ascii), 0, 50),
  label: text(patterns.name),
};

/** A method in its one spelling, with the names of its arguments: `deposit(uint256 amount,address to)`. */
const method: Check<string> = (value, at) => {
  if (typeof value !== 'string' || methodOf(value)?.text !== value) throw new PolicyError('badField', at);
  return value;
};
const methodList = list(method, 1, limits.ruleMethods);
/** Each method once, by what calls it. */
const methods: Check<string[]> = (value, at) => {
  const found = methodList(value, at);
  if (new Set(found.map((one) => methodOf(one)?.selector)).size < found.length) throw new PolicyError('badField', at);
  return found;
};

/**
 * `methods`: of a contract, what members agreed that its methods are. Pages and signers read calls of it by these alone, and what it has beside them is called
 * by nobody. Left out where nothing was agreed.
 */
export type BookEntry = Checked<typeof entry> & { readonly methods?: readonly string[] };

const plainEntry = record(entry);
const entryWithMethods = record({ ...entry, methods });
/** Entries of the second version may name methods; an entry that names none does not say so. */
const anyEntry: Check<BookEntry> = (value, at) =>
  Object.hasOwn(Object(value), 'methods') ? entryWithMethods(value, at) : plainEntry(value, at);

/** A token that is paid with by what members agreed it is; its chain tells a signer nothing. */
const token = {
  chain: text(patterns.chain),
  contract: text(/^[\x21-\x7e]{1,128}$/),
  symbol: text(patterns.symbol),
  decimals: text(patterns.decimals),
};
export type BookToken = Checked<typeof token>;
const tokenName = { chain: token.chain, contract: token.contract };
type TokenName = Pick<BookToken, keyof typeof tokenName>;
/** Tokens that come and go by a change. Of one that goes its contract is enough. */
const tokens = record({
  add: list(record(token), 0, limits.bookTokenChanges),
  remove: list(record(tokenName), 0, limits.bookTokenChanges),
});

const changeWith = <V extends BookVersion>(v: V, one: Check<BookEntry>) => ({
  v: oneOf(v),
  domain: oneOf('holdfast/book/v1'),
  deployment: text(patterns.hash),
  /** The book's hash before; '' for the first change. */
  prev: text(patterns.hashOrEmpty),
  add: list(one, 0, limits.bookChanges),
  /** Hashes of entries. */
  remove: list(text(patterns.hash), 0, limits.bookChanges),
});
type BookVersion = '1' | '2' | '3';
/** A change of the address book: approved as a whole, hash-chained. From the third version on it may be about tokens, and says so only if it is. */
export type BookChange = Checked<ReturnType<typeof changeWith<BookVersion>>> & {
  readonly tokens?: Checked<{ readonly change: typeof tokens }>['change'];
};

/** The lowest version that can say these entries: whoever knows no newer one can go on reading. */
export const bookVersionFor = (add: readonly BookEntry[]): '1' | '2' =>
  add.some((one) => one.methods !== undefined) ? '2' : '1';

const second = record(changeWith('2', anyEntry));
const third = record({ ...changeWith('3', anyEntry), tokens });
const versions: Record<BookChange['v'], Version<BookChange>> = {
  '1': asWritten<BookChange>(record(changeWith('1', plainEntry))),
  '2': asWritten<BookChange>((value, at) => {
    const read = second(value, at);
    if (bookVersionFor(read.add) !== '2') throw new PolicyError('inconsistent', 'v');
    return read;
  }),
  '3': asWritten<BookChange>((value, at) => {
    const read = third(value, at);
    if (read.tokens.add.length + read.tokens.remove.length === 0) throw new PolicyError('inconsistent', 'v');
    return read;
  }),
};

/** Reads a change from its canonical text. @throws PolicyError, also for one that changes nothing */
export function parseBookChange(source: string): BookChange {
  const parsed = readVersion(versions, parseCanonical(source, limits.documentBytes));
  if (parsed.add.length + parsed.remove.length === 0 && !parsed.tokens) throw new PolicyError('inconsistent', 'add');
  return parsed;
}

/** 64 hex: what an intent's output names. */
export const entryHash = (one: BookEntry): string => bytesToHex(domainDigest('holdfast/entry/v1', one));

/** The book's hash after a change: the chain of all changes so far. */
export const bookHash = (step: BookChange): string =>
  bytesToHex(domainDigest('holdfast/book/v1', writeVersion(versions, step)));

export interface ListedEntry {
  readonly entry: BookEntry;
  /** Epoch milliseconds when its change was approved; the cooling period runs from here. */
  readonly since: number;
}

/** An address book as it stands: entries by hash, tokens by chain and contract, and the hash of its last change. */
export interface Book {
  readonly hash: string;
  readonly entries: ReadonlyMap<string, ListedEntry>;
  readonly tokens: ReadonlyMap<string, BookToken>;
}
export const emptyBook: Book = { hash: '', entries: new Map(), tokens: new Map() };

export type BookProblem =
  | 'otherDeployment'
  | 'wrongPrevious'
  | 'unknownEntry'
  | 'duplicateEntry'
  | 'tooManyEntries'
  | 'unknownToken'
  | 'duplicateToken'
  | 'tooManyTokens';

/** The same payee may stand in the book once: one address and memo on one chain. */
const places = ({ chains, address, memo }: BookEntry): string[] => chains.map((chain) => `${chain}|${address}|${memo}`);

export const bookTokenKey = ({ chain, contract }: TokenName): string => `${chain}|${contract}`;

type ListProblem = Exclude<BookProblem, 'otherDeployment' | 'wrongPrevious'>;

function entriesAfter(book: Book, step: BookChange, at: number): ListProblem | Book['entries'] {
  if (!step.remove.every((hash) => book.entries.has(hash))) return 'unknownEntry';
  if (step.add.length + step.remove.length === 0) return book.entries;
  const entries = new Map(book.entries);
  for (const hash of step.remove) entries.delete(hash);
  const taken = new Set([...entries.values()].flatMap((listed) => places(listed.entry)));
  for (const added of step.add) {
    if (places(added).some((place) => taken.has(place))) return 'duplicateEntry';
    for (const place of places(added)) taken.add(place);
    entries.set(entryHash(added), { entry: added, since: at });
  }
  return entries.size > limits.bookEntries ? 'tooManyEntries' : entries;
}

/** What a token is stays as it was agreed on: a change that takes one out and brings it back otherwise is two. */
function tokensAfter(book: Book, { tokens: step }: BookChange): ListProblem | Book['tokens'] {
  if (!step) return book.tokens;
  const tokens = new Map(book.tokens);
  for (const added of step.add) {
    if (tokens.has(bookTokenKey(added))) return 'duplicateToken';
    tokens.set(bookTokenKey(added), added);
  }
  const known = step.remove.every((gone) => book.tokens.has(bookTokenKey(gone)));
  if (!known) return 'unknownToken';
  for (const gone of step.remove) tokens.delete(bookTokenKey(gone));
  return tokens.size > limits.bookTokens ? 'tooManyTokens' : tokens;
}

/** Why a change does not fit the book, or the book after it. An entry that is removed and added again cools down anew. */
export function applyBookChange(book: Book, step: BookChange, deployment: string, at: number): BookProblem | Book {
  if (step.deployment !== deployment) return 'otherDeployment';
  if (step.prev !== book.hash) return 'wrongPrevious';
  const entries = entriesAfter(book, step, at);
  if (typeof entries === 'string') return entries;
  const tokens = tokensAfter(book, step);
  return typeof tokens === 'string' ? tokens : { hash: bookHash(step), entries, tokens };
}

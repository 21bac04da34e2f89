import { hexToBytes } from '@noble/hashes/utils.js';
import { AbiError, decodeArguments, type Value } from '../abi/codec.ts';
import { type Method, methodOf } from '../abi/method.ts';
import type { Intent } from '../intent.ts';
import { limits } from '../limits.ts';
import { bundles } from './standards/bundles.ts';
import { routers } from './standards/routers.ts';
import { settlers } from './standards/settlers.ts';
import type { Effect, Inner, Leaving, Place, Swap } from './standards/standard.ts';
import { tokens } from './standards/tokens.ts';
import { dataOf } from './statement.ts';

/** Methods that every release knows by itself, by their selectors; what they do is theirs wherever they are called. */
const known = new Map([...tokens, ...bundles, ...routers, ...settlers]);

/** They, for whoever lets people choose among them. */
export const standardMethods: readonly Method[] = [...known.values()].map(({ method }) => method);

/** One call, and the calls that it makes. */
export interface ReadCall {
  /** Address. */
  readonly contract: string;
  /** `0x…`, or '' for a plain payment. */
  readonly selector: string;
  /**
   * By which the method is named: the list that the members agreed on for this contract, or a standard of which it has the form. `raw`: by nothing; what it does
   * nobody can say.
   */
  readonly source: 'agreed' | 'standard' | 'raw';
  readonly method: Method | undefined;
  readonly args: readonly Value[];
  /** `0x…`, selector included. */
  readonly data: string;
  readonly inner: readonly ReadCall[];
}

/** All that a call says of itself. */
export interface Reading {
  readonly outer: ReadCall;
  /** It, and all calls in it, the outer ones first. */
  readonly calls: readonly ReadCall[];
  readonly leaves: readonly Leaving[];
  /** Whom it gives something, or calls beside its contract, each once, in the order in which they are named; never the account itself. */
  readonly to: readonly string[];
  /** Swaps among its calls, the outer ones first. */
  readonly swaps: readonly Swap[];
  /** What each of its calls does by its standard, in their order. */
  readonly effects: readonly Effect[];
}

/** The methods that members agreed on for a contract; none where they did for none. @param contract address */
export type Agreed = (contract: string) => readonly string[];

const nobody = /^0x0{40}$/;

/** Counts what is read, so that a small call cannot stand for a large one. */
interface Book {
  readonly own: string;
  readonly agreed: Agreed;
  readonly calls: ReadCall[];
  readonly leaves: Leaving[];
  readonly to: Set<string>;
  readonly effects: Effect[];
}

function methodAt({ agreed }: Book, contract: string, selector: string): Pick<ReadCall, 'source' | 'method'> {
  const methods = agreed(contract);
  const found = methods.map(methodOf).find((method) => method?.selector === selector);
  if (found) return { source: 'agreed', method: found };
  const standard = known.get(selector);
  return methods.length === 0 && standard
    ? { source: 'standard', method: standard.method }
    : { source: 'raw', method: undefined };
}

/** What its data says strictly: a known method that is written in another way is no call that anybody could read. @throws AbiError */
function contentsOf(book: Book, place: Place, data: string): { call: Omit<ReadCall, 'inner'>; effect: Effect } {
  const { contract } = place;
  if (data === '0x')
    return { call: { contract, selector: '', source: 'standard', method: undefined, args: [], data }, effect: {} };
  if (!/^0x(?:[0-9a-f]{2})+$/.test(data)) throw new AbiError('no bytes');
  const selector = data.length < 10 ? '' : data.slice(0, 10);
  const { source, method } = methodAt(book, contract, selector);
  const standard = known.get(selector);
  const bytes = hexToBytes(data.slice(2 + 8));
  const effect = standard ? standard.effect(decodeArguments(standard.method.inputs, bytes), place) : {};
  return {
    call: { contract, selector, source, method, args: method ? decodeArguments(method.inputs, bytes) : [], data },
    effect,
  };
}

function readAt(book: Book, { contract, data, byOwn, asItself }: Inner, depth: number): ReadCall {
  if (depth > limits.callDepth || book.calls.length >= limits.calls) throw new AbiError('too many calls in one');
  const { call, effect } = contentsOf(book, { own: book.own, contract, byOwn }, data);
  const inner: ReadCall[] = [];
  const read: ReadCall = asItself ? { ...call, source: 'raw', inner } : { ...call, inner };
  book.calls.push(read);
  book.effects.push(effect);
  book.leaves.push(...(effect.leaves ?? []));
  for (const address of effect.to ?? []) book.to.add(address);
  for (const one of effect.inner ?? []) {
    book.to.add(one.contract);
    inner.push(readAt(book, one, depth + 1));
  }
  return read;
}

/**
 * Reads what a call does from its data alone. What a standard says of a method counts wherever it is called; how it is *named* is for the list that members
 * agreed on, where there is one.
 * @returns undefined for what nobody can read: known methods in another spelling, calls in calls without end
 */
export function readCall(
  intent: Pick<Intent, 'call' | 'from' | 'outputs'>,
  agreed: Agreed = () => [],
): Reading | undefined {
  const contract = intent.outputs[0]?.address ?? '';
  const book: Book = { own: intent.from, agreed, calls: [], leaves: [], to: new Set(), effects: [] };
  try {
    const outer = readAt(book, { contract, data: dataOf(intent), byOwn: true }, 1);
    const to = [...book.to].filter((one) => one !== contract && one !== intent.from && !nobody.test(one));
    const { calls, leaves, effects } = book;
    return { outer, calls, leaves, to, effects, swaps: effects.flatMap(({ swap }) => swap ?? []) };
  } catch (error) {
    if (error instanceof AbiError) return undefined;
    throw error;
  }
}

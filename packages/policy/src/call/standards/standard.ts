import { AbiError, type Value } from '../../abi/codec.ts';
import { type Method, methodOf } from '../../abi/method.ts';

/** Where a method is called. Addresses in EIP-55. */
export interface Place {
  /** The account that signs. */
  readonly own: string;
  readonly contract: string;
  /** Is it the account itself that calls, or a contract on its behalf? */
  readonly byOwn: boolean;
}

/** One of a collection, by the number that its contract has for it, and how many of it. */
export interface Thing {
  readonly id: bigint;
  readonly amount: bigint;
  readonly to: string;
}

/** What leaves the account of one token, or may be taken of it. */
export interface Leaving {
  readonly token: string;
  /** Base units. */
  readonly units: bigint;
  /** Nothing leaves by itself: somebody may take so much from now on. */
  readonly allowed?: true;
  /** Everything of it may be taken, whatever the number says. */
  readonly endless?: true;
  /** Of a collection: which ones. They are told to people; what counts is the number of units. */
  readonly things?: readonly Thing[];
}

/** A call that is made by a call. */
export interface Inner {
  readonly contract: string;
  readonly data: string;
  readonly byOwn: boolean;
  /** It runs foreign code as the contract itself: no method of its says what that does. */
  readonly asItself?: true;
}

/** One asset for another, through a router. */
export interface Swap {
  /** Token; '' is what goes along of the chain's own coin. */
  readonly gives: string;
  /** Base units of it at most; of coins that go along the call says it. */
  readonly most: bigint | undefined;
  /** Token; '' is the chain's own coin. */
  readonly gets: string;
  /** Base units of it at least. */
  readonly least: bigint;
  /** Who gets it. */
  readonly to: string;
  /** After this it fails, epoch seconds; undefined where it never does. */
  readonly until: bigint | undefined;
  /** Whose method it is: of a router of V2, of V3's SwapRouter02, of its first router, which says the end of each swap, or of 0x's Settler. */
  readonly by: 'v2' | 'v3' | 'v3First' | 'settler';
}

/** What a method does by its standard. */
export interface Effect {
  readonly leaves?: readonly Leaving[];
  /** Whom it gives something, or lets take something. */
  readonly to?: readonly string[];
  readonly inner?: readonly Inner[];
  readonly swap?: Swap;
  /** What the contract that it calls may take meanwhile, and no other may; '' is coins that go along. */
  readonly holds?: Pick<Swap, 'gives' | 'most'> & { readonly through: string };
  /** After this none of its calls is made, epoch seconds. */
  readonly until?: bigint;
  /** Coins for all that the contract has of their token, of which there is at least so much. */
  readonly unwraps?: { readonly least: bigint; readonly to: string };
  /** Coins that are left with the contract go back to the account. */
  readonly refunds?: true;
}

export type Arguments = readonly Value[];
/** The value at a place among arguments, `at(args, 0, 2)` of a tuple. @throws AbiError where there is none, as in an empty list */
function at(args: Arguments, ...path: readonly number[]): Value {
  let value: Value | undefined = args;
  for (const step of path) value = Array.isArray(value) ? value[step] : undefined;
  if (value === undefined) throw new AbiError('no such argument');
  return value;
}
/** An address or bytes. */
export const textAt = (args: Arguments, ...path: readonly number[]): string => String(at(args, ...path));
export const numberAt = (args: Arguments, ...path: readonly number[]): bigint => BigInt(at(args, ...path) as bigint);
export function listAt(args: Arguments, ...path: readonly number[]): Arguments {
  const value = at(args, ...path);
  return Array.isArray(value) ? value : [];
}

export interface Standard {
  readonly method: Method;
  readonly effect: (args: Arguments, place: Place) => Effect;
}

export type Entry = readonly [signature: string, effect?: Standard['effect']];
/** By the selector. */
export const standards = (entries: readonly Entry[]): readonly (readonly [string, Standard])[] =>
  entries.map(([signature, effect = () => ({})]) => {
    const method = methodOf(signature);
    if (method?.text !== signature) throw new Error(`no method: ${signature}`);
    return [method.selector, { method, effect }];
  });

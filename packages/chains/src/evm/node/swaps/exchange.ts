import { encodeArguments, methodOf, type Value } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { wordBytes } from '../../../rpc/answers.ts';
import type { JsonRpc } from '../../../rpc/json-rpc.ts';
import type { SwapBounds, SwapCall, SwapQuote, SwapTerms } from '../../../rpc/swaps.ts';

/** Routers of one kind: what a swap through one would bring, asked of the chain itself, and the call that makes it. */
export interface Exchange<Router> {
  /** @returns undefined where nothing is swapped for that there @throws RpcError */
  quote(rpc: JsonRpc, router: Router, terms: SwapTerms): Promise<SwapQuote | undefined>;
  call(router: Router, terms: SwapTerms, bounds: SwapBounds): SwapCall;
}

/** Amounts along one way through pools. */
export interface Amounts {
  readonly pays: bigint;
  readonly brings: bigint;
}

/** Selector and arguments, `0x…`. */
export function encoded(signature: string, ...values: readonly Value[]): string {
  const method = methodOf(signature);
  if (!method) throw new Error(`no method: ${signature}`);
  return `${method.selector}${bytesToHex(encodeArguments(method.inputs, values))}`;
}
/** As `view` takes it. */
export const asView = (data: string): string => data.slice(2);
/** Of an answer, hex. */
export const wordsOf = (answer: Uint8Array): string[] =>
  Array.from({ length: Math.floor(answer.length / wordBytes) }, (_, i) =>
    bytesToHex(answer.subarray(i * wordBytes, (i + 1) * wordBytes)),
  );

/** What brings most, or takes least. */
export const bestOf = <T extends Amounts>(found: readonly T[], exactOut: boolean): T | undefined =>
  found.toSorted((a, b) => {
    const better = exactOut ? a.pays - b.pays : b.brings - a.brings;
    return better < 0n ? -1 : better > 0n ? 1 : 0;
  })[0];

/** A thousandth of it tells the price before the swap moves it. */
const part = 1_000n;
/** What as much would bring at the price before the swap. @param bringsFor what so little brings along the same way */
export async function fairOf(
  pays: bigint,
  bringsFor: (small: bigint) => Promise<bigint | undefined>,
): Promise<bigint | undefined> {
  const small = pays / part;
  const brings = small > 0n ? await bringsFor(small) : undefined;
  return brings ? (brings * pays) / small : undefined;
}

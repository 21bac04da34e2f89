/** What a token says of itself (ERC-20, and TRC-20 alike). Anybody may write such a contract and have it say anything: it is shown to people, and proves nothing. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { textIn, wordBytes } from './answers.ts';
import type { TokenFacts } from './readers.ts';

/** keccak256 of `name()`, `symbol()`, `decimals()` and `totalSupply()`, the first four bytes. */
const [nameOf, symbolOf, decimalsOf, supplyOf] = ['06fdde03', '95d89b41', '313ce567', '18160ddd'];
const mostDecimals = 36n;

/** The text, as most answer it, or in one word with zeros behind, as the oldest tokens do. */
function said(answer: Uint8Array | undefined): string | undefined {
  if (answer?.length !== wordBytes) return textIn(answer);
  const end = answer.indexOf(0);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(end < 0 ? answer : answer.subarray(0, end));
  } catch {
    return undefined;
  }
}

/**
 * @param ask what the contract answers to a selector; undefined where it refuses
 * @returns undefined for what is no token: one that does not say exactly how it counts is none
 */
export async function tokenFactsBy(
  ask: (selector: string) => Promise<Uint8Array | undefined>,
): Promise<TokenFacts | undefined> {
  const [name, symbol, decimals, supply] = await Promise.all([nameOf, symbolOf, decimalsOf, supplyOf].map(ask));
  if (decimals?.length !== wordBytes || supply?.length !== wordBytes) return undefined;
  const places = BigInt(`0x${bytesToHex(decimals)}`);
  const called = said(symbol);
  if (places > mostDecimals || !called) return undefined;
  return { symbol: called, name: said(name) ?? '', decimals: Number(places) };
}

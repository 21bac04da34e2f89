import { utf8ToBytes } from '@noble/hashes/utils.js';
import { p2tr, TaprootControlBlock } from '@scure/btc-signer';
import { OutOrdinalReveal, p2tr_ord_reveal } from 'micro-ordinals';
import { ChainError } from '../errors.ts';
import { taprootKey } from './address.ts';
import type { Network } from './network.ts';
import { feeFor } from './size.ts';

/**
 * What is inscribed before BRC-20 is sent, and the output that commits to it: P2TR whose only way is the leaf with the envelope, since nobody has the key of its key path
 * (BIP 341's point of no known logarithm). The leaf wants a signature of our taproot key, as any output of it does.
 */

/** Sats that the inscription lies on, and that go along to the payee: no kind of address takes fewer. */
export const postage = 546n;
export const inkType = 'text/plain;charset=utf-8';

export interface Commit {
  readonly address: string;
  readonly script: Uint8Array;
  readonly leaf: Uint8Array;
  /** What the witness says of the leaf's place (BIP 341). */
  readonly control: Uint8Array;
}

/** @param publicKey of the taproot path that signs the leaf */
export function commitTo(text: string, publicKey: Uint8Array, network: Network): Commit {
  const leaf = p2tr_ord_reveal(taprootKey(publicKey), [{ tags: { contentType: inkType }, body: utf8ToBytes(text) }]);
  const { address, script, tapLeafScript = [] } = p2tr(undefined, leaf, network, false, [OutOrdinalReveal]);
  const place = tapLeafScript[0]?.[0];
  if (address === undefined || !place) throw new ChainError('badIntent', 'asset');
  return { address, script, leaf: leaf.script, control: TaprootControlBlock.encode(place) };
}

const lengthBytes = (length: number): number => (length < 0xfd ? 1 : 3);

/** vB of the transaction that reveals a leaf to one output (BIP 141). */
export function revealSize(leaf: Uint8Array, script: Uint8Array): number {
  const base = 4 + 1 + 41 + 1 + 8 + 1 + script.length + 4;
  const witness = 1 + 65 + lengthBytes(leaf.length) + leaf.length + 34;
  return Math.ceil((4 * base + 2 + witness) / 4);
}

/** What the commit's output has: the sats to inscribe on, and the fee of the reveal. @param rate sat/kvB */
export const committed = (leaf: Uint8Array, script: Uint8Array, rate: bigint): bigint =>
  postage + feeFor(revealSize(leaf, script), rate);

import { ChainError } from '../errors.ts';
import { isTaproot } from './address.ts';

const inputBytes = 41;
/** Count, DER signature of at most 71 bytes (low s) with hash type and length, key with length. */
const keyHashWitness = 108;
/** Count, and a signature of 64 bytes with its length (BIP 341, SIGHASH_DEFAULT). */
const taprootWitness = 66;
const scale = 1000n;

const countBytes = (count: number): number => (count < 0xfd ? 1 : 3);

/** How many inputs there are, by how they are spent. */
export interface InputCounts {
  readonly keyHash: number;
  readonly taproot: number;
}
/** So many of the usual form. */
export const usual = (keyHash: number): InputCounts => ({ keyHash, taproot: 0 });
export function countInputs(coins: readonly { readonly path?: string }[]): InputCounts {
  const taproot = coins.filter(({ path }) => isTaproot(path)).length;
  return { keyHash: coins.length - taproot, taproot };
}

/** Size in vB of a transaction, its signatures taken at their longest (BIP141). */
export function vsizeOf({ keyHash, taproot }: InputCounts, outputScripts: readonly number[]): number {
  const inputs = keyHash + taproot;
  const outputs = outputScripts.reduce((sum, length) => sum + 8 + countBytes(length) + length, 0);
  const base = 8 + countBytes(inputs) + countBytes(outputScripts.length) + inputs * inputBytes + outputs;
  return Math.ceil((4 * base + 2 + keyHash * keyHashWitness + taproot * taprootWitness) / 4);
}

/** What a second input beside one of the same form adds, vB. */
export const inputSize = (coin: { readonly path?: string }): number =>
  vsizeOf(countInputs([coin, coin]), []) - vsizeOf(countInputs([coin]), []);

/** 0n of none. */
export const largest = (...all: readonly bigint[]): bigint => all.toSorted((a, b) => Number(b - a))[0] ?? 0n;

/** `1.5` sat/vB → 1500 sat/kvB. @throws ChainError `badPlan` */
export function readFeeRate(text: string): bigint {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,6})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new ChainError('badPlan', 'feeRate');
  return BigInt(whole + fraction.padEnd(3, '0'));
}

/** sat/kvB → sat/vB as text, e.g. `1500` → `1.5`. */
export function rateText(satPerKvB: bigint): string {
  const fraction = String(satPerKvB % scale)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${satPerKvB / scale}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Satoshis for a size at a rate in sat/kvB, rounded up: less would not be relayed. */
export const feeFor = (vsize: number, rate: bigint): bigint => (BigInt(vsize) * rate + scale - 1n) / scale;

/** Bitcoin Core's dust limit: three times the relay fee of making and spending the output (policy.cpp). */
export function dustLimit(script: Uint8Array): bigint {
  const isWitness = script.length >= 4 && script[1] === script.length - 2 && script[0] !== 0xa9;
  return 3n * BigInt(9 + script.length + (isWitness ? 67 : 148));
}

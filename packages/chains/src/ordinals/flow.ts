/**
 * Where sats go (ordinals handbook, "Ordinal theory"): a transaction's outputs take the sats of its inputs in order, first in, first out; what is left is its fee,
 * and a block's coinbase takes the new sats first and the fees after them, in the order of the transactions.
 */

/** A place among the sats of one output. */
export interface SatPlace {
  readonly vout: number;
  readonly offset: bigint;
}

/** The output in which the sat at a position of the outputs' sum lies; undefined beyond them all. */
export function placeAt(position: bigint, outputs: readonly bigint[]): SatPlace | undefined {
  let start = 0n;
  for (const [vout, value] of outputs.entries()) {
    if (position < start + value) return { vout, offset: position - start };
    start += value;
  }
  return undefined;
}

export const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** Where the sats of an input begin among those of all inputs. */
export const startOf = (inputs: readonly bigint[], n: number): bigint => sumOf(inputs.slice(0, n));

/** New sats of a block. @param halving blocks between two halvings */
export const subsidyAt = (height: number, halving: number): bigint => {
  const halvings = Math.floor(height / halving);
  return halvings >= 64 ? 0n : 5_000_000_000n >> BigInt(halvings);
};

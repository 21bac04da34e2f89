import { createHash } from 'node:crypto';
import { orderStatus, tradeStatus } from '@holdfast/contract';

/** How long a quote can be taken. */
export const quoteMs = 60_000;
/** After this a swap fails, however long its members take: nobody should be bound to an old price for days. */
export const swapMs = 24 * 3_600_000;

/** Hundredths of a percent. */
const whole = 10_000n;

/** What is given at most, and what comes at least, where the price may move by so much. */
export function boundsOf(
  { pays, brings }: { readonly pays: bigint; readonly brings: bigint },
  exactOut: boolean,
  slippage: number,
): { readonly most: bigint; readonly least: bigint } {
  const by = BigInt(slippage);
  // Up, so that nobody is refused for a rounding; and down.
  if (exactOut) return { most: (pays * (whole + by) + whole - 1n) / whole, least: brings };
  return { most: pays, least: (brings * (whole - by)) / whole };
}

/** By how much the swap moves its own price, fees of the pools included; undefined where nobody can tell. */
export function impactOf(brings: bigint, fair: bigint | undefined): number | undefined {
  if (fair === undefined || fair === 0n) return undefined;
  return brings >= fair ? 0 : Number(((fair - brings) * whole) / fair);
}

export const hashOf = (fields: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex');

/** A swap that could not be made at the price that was agreed to is no ordinary failure. */
export const statusOf = (status: number, failure: string | null): number =>
  failure === 'slippage' && status >= orderStatus.done ? tradeStatus.slippage : status;

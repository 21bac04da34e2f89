import { parseCanonical } from '../canonical.ts';
import { limits } from '../limits.ts';
import { patterns, text } from '../schema.ts';
import type { KindRecord } from './kind.ts';
import { transfer } from './transfer.ts';

/** A field of a document that nobody has read whole. */
export const fieldOf = (value: unknown, name: 'id' | 'deployment'): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

/**
 * A payment under way once more, in its own place on the chain and with a higher fee: one of the two is made at most. Its document is the intent of that payment.
 * Whether it really is the same one `attempt.ts` says. It is judged as the payment is, by the fee that it may cost now.
 */
export const speedup = {
  ...transfer,
  replaced: 'never',
  document: {
    name: 'payment' as const,
    read: (source) => {
      // As long as the longest kind; `attempt.ts` holds the payment to its own.
      const value = parseCanonical(source, limits.batchBytes);
      const id = text(patterns.uuid)(fieldOf(value, 'id'), 'id');
      return {
        attached: { payment: { id, text: source } },
        deployment: text(patterns.hash)(fieldOf(value, 'deployment'), 'deployment'),
      };
    },
  },
} satisfies KindRecord;

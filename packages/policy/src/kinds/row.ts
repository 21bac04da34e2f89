import { parseCanonical } from '../canonical.ts';
import { limits } from '../limits.ts';
import { patterns, text } from '../schema.ts';
import type { KindRecord } from './kind.ts';
import { fieldOf } from './speedup.ts';
import { transfer } from './transfer.ts';

/** What the call of a row says: its place among the rows, from 0. */
export const rowCall = /^row (0|[1-9]\d{0,2})$/;

/** One payment of a batch. Nobody decides on it: its document is the batch's intent, and whatever decides about that decides about the row (`batch.ts`). */
export const row = {
  ...transfer,
  moves: 'row',
  replaced: 'never',
  document: {
    name: 'batch' as const,
    read: (source) => ({
      attached: { batch: { text: source } },
      deployment: text(patterns.hash)(fieldOf(parseCanonical(source, limits.batchBytes), 'deployment'), 'deployment'),
    }),
  },
} satisfies KindRecord;

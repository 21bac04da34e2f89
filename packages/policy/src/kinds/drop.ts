import type { KindRecord } from './kind.ts';
import { speedup } from './speedup.ts';
import { transfer } from './transfer.ts';

/**
 * A payment under way is dropped: a payment of nothing to the account itself takes its place on the chain, and one of the two is made at most. Nothing leaves by
 * it but its fee, so that alone counts; who has to agree the payment's own rule says (`ruling.ts`).
 */
export const drop = {
  ...speedup,
  moves: 'place',
  ruled: { ...transfer.ruled, judged: 'fee' },
} satisfies KindRecord;

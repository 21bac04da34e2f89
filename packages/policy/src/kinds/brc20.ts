import type { KindRecord } from './kind.ts';
import { row } from './row.ts';
import { transfer } from './transfer.ts';

/** What the call of a step says: which of the transactions it is, in their order. */
export const stepCall = /^step [0-2]$/;
/** Commit to what is inscribed, reveal it to oneself, send it to the payee. */
export const stepsOfBrc20 = 3;

/** The step that an intent is; undefined of another kind. */
export const stepOf = ({ kind, call }: { readonly kind: string; readonly call: string }): number | undefined =>
  kind === 'step' && stepCall.test(call) ? Number(call.slice(5)) : undefined;

/**
 * A payment of BRC-20: an amount is inscribed to the payer's own address, and the inscription is sent to the payee. It is decided on once, as a payment of that tick,
 * and made by its steps.
 */
export const brc20 = { ...transfer, moves: 'steps', replaced: 'never' } satisfies KindRecord;

/** One transaction of such a payment. Nobody decides on it: its document is the payment's intent (`batch.ts`). */
export const step = { ...row, moves: 'step' } satisfies KindRecord;

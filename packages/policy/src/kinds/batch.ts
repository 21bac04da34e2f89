import type { KindRecord } from './kind.ts';
import { transfer } from './transfer.ts';

/** What the call of a batch says: the root of its rows (`rows-root.ts`). */
export const batchCall = /^rows [0-9a-f]{64}$/;

/**
 * Many payments, decided on once: each of its outputs is a row, and each row is paid by a transaction of its own. It is judged as one payment to all of them.
 */
export const batch = { ...transfer, moves: 'rows', replaced: 'never' } satisfies KindRecord;

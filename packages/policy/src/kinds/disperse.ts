import type { KindRecord } from './kind.ts';
import { transfer } from './transfer.ts';

/** What the call of such a payment says: the root of its rows (`rows-root.ts`), and the contract that pays them, where one does. */
export const disperseCall = /^rows [0-9a-f]{64}( by [\x21-\x7e]{1,128})?$/;

/** Many payees of one transaction. It is judged as one payment to all of them; of rows that the chain leaves out the amount stays. */
export const disperse = {
  ...transfer,
  moves: 'disperse',
  // What was paid by a contract is never paid once more by itself.
  replaced: 'drop',
} satisfies KindRecord;

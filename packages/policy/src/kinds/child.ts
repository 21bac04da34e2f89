import type { KindRecord } from './kind.ts';
import { transfer } from './transfer.ts';

/** A call names the transaction whose output is spent. */
export const childCall = /^of [0-9a-f]{64}$/;

/** The transaction that an intent of this kind pays for, 64 hex; '' of another kind. */
export const parentOf = ({ kind, call }: { readonly kind: string; readonly call: string }): string =>
  kind === 'child' && childCall.test(call) ? call.slice(3) : '';

/**
 * An output of the account's own, of a transaction that is in no block yet, is spent to the account itself for a fee that pays for both: who wants the child's fee has to
 * make its parent too. Nothing leaves by it but its fee, so that alone counts.
 */
export const child = {
  ...transfer,
  moves: 'child',
  replaced: 'never',
  ruled: { ...transfer.ruled, judged: 'fee' },
} satisfies KindRecord;

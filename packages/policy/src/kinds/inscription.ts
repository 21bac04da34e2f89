import type { KindRecord } from './kind.ts';
import { transfer } from './transfer.ts';

const id = '[0-9a-f]{64}i(0|[1-9]\\d{0,9})';
/** A call names the output that is sent whole, and the inscription for which it is. */
export const inscriptionCall = new RegExp(`^inscription [0-9a-f]{64}:(0|[1-9]\\d{0,9}) ${id}$`);

/** What an intent of this kind sends; undefined of another kind. */
export function inscriptionOf({ kind, call }: { readonly kind: string; readonly call: string }) {
  if (kind !== 'inscription' || !inscriptionCall.test(call)) return undefined;
  const [, outpoint = '', inscription = ''] = call.split(' ');
  return { outpoint, inscription };
}

/**
 * An output leaves whole, with what is inscribed on its sats. What that is worth nobody can say, so rules about calls of contracts judge it by whom it goes to; and its
 * coins leave, so it is judged and counted as the payment of them too (`ruling.ts`). They are few: no wallet is emptied under the name of what lies on them.
 */
export const inscription = {
  ...transfer,
  moves: 'inscription',
  replaced: 'never',
  ruled: { by: 'transactions', type: 'web3', judged: 'all' },
} satisfies KindRecord;

import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

type Known = Pick<Selectable<Database['deposits']>, 'customer_memo_id' | 'customer_state'>;

const nobody: Known = { customer_memo_id: null, customer_state: '' };

/**
 * Whose a deposit is, by what was told with it. Payers' programs add spaces around a text; nothing else of it is guessed. Where the address has comments of
 * customers and this is none of them it is `unknown`, and the wallet's.
 */
export async function customerOf(
  tx: Tx,
  chain: ChainConfig,
  addressId: Selectable<Database['addresses']>['id'],
  memo: string,
): Promise<Known> {
  if (familyOf(chain).memo === 'none') return nobody;
  // Whoever makes a comment holds this row for itself alone: none is missed that is made at the same moment.
  await tx.selectFrom('addresses').select('id').where('id', '=', addressId).forKeyShare().execute();
  const of = tx.selectFrom('customer_memos').select('id').where('address_id', '=', addressId);
  const found = await of.where('memo', '=', memo.trim()).executeTakeFirst();
  if (found) return { customer_memo_id: found.id, customer_state: 'known' };
  return (await of.limit(1).executeTakeFirst()) ? { ...nobody, customer_state: 'unknown' } : nobody;
}

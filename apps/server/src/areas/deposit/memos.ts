import { randomInt } from 'node:crypto';
import { familyOf, takesMemo } from '@holdfast/chains';
import type { AddressId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import type { Database, Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';

/** Comments that tell customers apart who pay to one address. What is said by one of them is bookkeeping: the coins are the wallet's. */

export type CustomerMemo = Selectable<Database['customer_memos']>;
interface Place {
  readonly workspaceId: WorkspaceId;
  readonly addressId: AddressId;
}

/** Ten digits, so that a slip of the hand names nobody rather than somebody else. */
const drawn = (): string => String(randomInt(1_000_000_000, 10_000_000_000));
const attempts = 5;
/** Not longer, and no other characters, than the database takes. */
const shape = /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/;

const insert = (tx: Tx, { workspaceId, addressId }: Place, customer: string, memo: string) =>
  tx
    .insertInto('customer_memos')
    .values({ workspace_id: workspaceId, address_id: addressId, memo, customer })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Deposits that came with this text before anybody said whose it is. */
async function takeEarlier(tx: Tx, { id, address_id, memo }: CustomerMemo): Promise<number> {
  const { rows } = await sql<{ id: number }>`update deposits set customer_memo_id = ${id}, customer_state = 'known'
    where address_id = ${address_id} and customer_memo_id is null and btrim(memo) = ${memo} returning id`.execute(tx);
  return rows.length;
}

async function store(tx: Tx, place: Place, customer: string, memo: string | undefined): Promise<CustomerMemo> {
  for (let n = 0; n < (memo === undefined ? attempts : 1); n++) {
    const made = await insert(tx, place, customer, memo ?? drawn());
    if (made) return made;
  }
  const named = tx.selectFrom('customer_memos').select('id').where('address_id', '=', place.addressId);
  if (await named.where('customer', '=', customer).executeTakeFirst()) throw refuse('nameTaken', {});
  throw refuse('memoTaken', {});
}

/**
 * A comment for a customer, of the caller's choice or drawn.
 * @throws invalidParameters for a text the network does not carry, nameTaken, memoTaken
 */
export function createMemo(
  db: Db,
  place: Place,
  { chain }: Coin,
  { customer, memo }: { readonly customer: string; readonly memo: string | undefined },
  record: Recorder,
): Promise<CustomerMemo> {
  const family = familyOf(chain);
  const fits = memo === undefined || (shape.test(memo) && takesMemo(family, memo));
  if (family.memo === 'none' || !fits) throw refuse('invalidParameters', { field: 'memo' });
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('addresses').select('id').where('id', '=', place.addressId).forUpdate().execute();
    const made = await store(tx, place, customer, memo);
    const earlier = await takeEarlier(tx, made);
    const detail = { memo: made.memo, ...(earlier > 0 ? { deposits: String(earlier) } : {}) };
    await record(tx, { object: `address:${place.addressId}`, detail, after: { customer } });
    return made;
  });
}

export interface ListedMemo extends CustomerMemo {
  readonly deposits: number;
  readonly last_used_at: Date | null;
}

/** One page of an address's comments, the newest first. */
export async function listMemos(
  db: Db,
  { workspaceId, addressId }: Place,
  { keyword, page, size }: { readonly keyword: string; readonly page: number; readonly size: number },
): Promise<{ rows: ListedMemo[]; total: number }> {
  const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`m.workspace_id = ${workspaceId} and m.address_id = ${addressId} and (m.memo ilike ${like} or m.customer ilike ${like})`;
  const { rows } = await sql<ListedMemo>`select m.*, d.n as deposits, d.last as last_used_at from customer_memos m,
      lateral (select count(*)::int as n, max(created_at) as last from deposits where customer_memo_id = m.id) d
    where ${where} order by m.id desc limit ${size} offset ${(page - 1) * size}`.execute(db);
  const count = await sql<{ n: number }>`select count(*)::int as n from customer_memos m where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

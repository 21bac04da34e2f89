import type { DepositId, OrderId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Deposit } from '../../chainwatch/service.ts';
import type { Db } from '../../db/database.ts';

export const findDeposit = (db: Db, workspaceId: WorkspaceId, id: DepositId): Promise<Deposit | undefined> =>
  db.selectFrom('deposits').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();

export interface Refunding {
  readonly id: OrderId;
  readonly status: number;
  readonly amount: bigint;
  readonly state: 'open' | 'paid' | 'ended';
}
/** The order that gives the payment of this deposit back, or did, from whichever place; those that ended unpaid are its history alone. */
export async function findRefunding(db: Db, id: DepositId): Promise<Refunding | undefined> {
  const { rows } = await sql<Refunding>`select o.id, o.status, o.amount, r.state
    from deposits d join deposit_refunds r on r.order_id = deposit_refund_of(d) join orders o on o.id = r.order_id where d.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** To how many of the workspace's addresses and customers somebody has paid. */
export async function paidPlaces(db: Db, workspaceId: WorkspaceId, chain: string, payer: string): Promise<number> {
  const { rows } = await sql<{
    places: number;
  }>`select count(distinct (address_id, customer_memo_id))::int as places from deposits
    where workspace_id = ${workspaceId} and chain = ${chain} and address_from = ${payer}`.execute(db);
  return rows[0]?.places ?? 0;
}

/** Do members say that a provider keeps a listed address? */
export async function hasProvider(db: Db, workspaceId: WorkspaceId, chain: string, address: string): Promise<boolean> {
  const { rows } = await sql`select from book_entries e
    join book_beneficiaries b on b.workspace_id = e.workspace_id and b.hash = e.hash
    where e.workspace_id = ${workspaceId} and e.removed_at is null and ${chain} = any(e.chains) and e.address = ${address}
      and b.vasp <> '' limit 1`.execute(db);
  return rows.length > 0;
}

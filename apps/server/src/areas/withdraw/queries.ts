import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MemberCaller } from '../../http/context.ts';
import { isPayment } from '../../orders/payments.ts';
import { paysFurther } from '../../orders/receivers.ts';
import type { Address } from '../wallet/service.ts';

/** The address a sub-wallet pays from, and where its change goes (the same one on account chains). */
export async function findAccount(db: Db, workspaceId: WorkspaceId, subWalletId: SubWalletId, chain: string) {
  // The first of each branch alone: there may be hundreds of thousands.
  const { rows } = await sql<Pick<Address, 'address' | 'path' | 'branch' | 'key_group_id' | 'attestations'>>`
    select a.address, a.path, a.branch, a.key_group_id, a.attestations from (values (0), (1)) as b (branch) cross join lateral
      (select * from addresses where workspace_id = ${workspaceId} and sub_wallet_id = ${subWalletId} and chain = ${chain} and branch = b.branch
        order by index limit 1) a`.execute(db);
  const own = rows.find(({ branch }) => branch === 0);
  const change = rows.find(({ branch }) => branch === 1) ?? own;
  if (!own || !change) return undefined;
  const { branch: _, ...account } = own;
  return { ...account, change: change.address };
}

export const findKeyGroup = async (db: Db, workspaceId: WorkspaceId): Promise<string> =>
  (await db.selectFrom('workspaces').select('key_group_id').where('id', '=', workspaceId).executeTakeFirstOrThrow())
    .key_group_id;

/** When this workspace last paid to an address, alone or among others. */
export const lastPaidTo = async (
  db: Db,
  workspaceId: WorkspaceId,
  chain: string,
  address: string,
): Promise<Date | null> => {
  const paid = sql`workspace_id = ${workspaceId} and chain = ${chain} and status in (1200, 2000) and ${isPayment()}`;
  // Each by its own index: the first in order of time, the second holds few.
  const { rows } = await sql<{ at: Date | null }>`
    with further as materialized (select created_at from orders where ${paid} and ${paysFurther([address])})
    select max(created_at) as at from (
      (select created_at from orders where ${paid} and address_to = ${address} order by created_at desc limit 1)
      union all select created_at from further) known`.execute(db);
  return rows[0]?.at ?? null;
};

/** Addresses the workspace has dealt with lately, that are its own, or that it or the member has listed: what a forged look-alike would imitate. */
export async function knownAddresses(
  db: Db,
  { workspaceId, userId }: Pick<MemberCaller, 'workspaceId' | 'userId'>,
  chain: string,
): Promise<{ address: string }[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from (
      (select e ->> 'address' as address from (select outputs from orders where workspace_id = ${workspaceId} and chain = ${chain}
        and raises is null order by created_at desc limit 500) o, jsonb_array_elements(o.outputs) e)
      union all (select address_from from deposits where workspace_id = ${workspaceId} and chain = ${chain} order by created_at desc limit 500)
      union all (select address from addresses where workspace_id = ${workspaceId} and chain = ${chain} limit 500)
      union all (select address from book_entries
        where workspace_id = ${workspaceId} and removed_at is null and ${chain} = any(chains))
      union all (select address from personal_entries
        where workspace_id = ${workspaceId} and user_id = ${userId} and ${chain} = any(chains))) known
    where address <> ''`.execute(db);
  return rows;
}

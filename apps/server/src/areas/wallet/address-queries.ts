import { branchFor } from '@holdfast/chains';
import type { AddressId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import { horizonOf } from '../../db/horizon.ts';
import { type SubWallet, subWalletColumns } from './queries.ts';

export type Address = Selectable<Database['addresses']>;

export const findAddresses = (db: Db, workspaceId: WorkspaceId, subWalletId: SubWalletId): Promise<Address[]> =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .orderBy('chain')
    .orderBy('branch')
    .orderBy('index')
    .execute();

/** A sub-wallet's first deposit address on each of the chains. */
export async function findFirstAddresses(
  db: Db,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  chains: readonly string[],
): Promise<Address[]> {
  const { rows } = await sql<Address>`select a.* from unnest(${chains}::text[]) as c (chain) cross join lateral
    (select * from addresses where workspace_id = ${workspaceId} and sub_wallet_id = ${subWalletId} and chain = c.chain and branch = 0
      order by index limit 1) a order by a.chain`.execute(db);
  return rows;
}

interface Branch {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly chain: string;
  readonly branch: Address['branch'];
}
/** The addresses of a branch behind `index`, oldest first. */
export const findAddressesBehind = (db: Db, of: Branch, index: number): Promise<Address[]> =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('workspace_id', '=', of.workspaceId)
    .where('sub_wallet_id', '=', of.subWalletId)
    .where('chain', '=', of.chain)
    .where('branch', '=', of.branch)
    .where('index', '>', index)
    .orderBy('index')
    .execute();

interface OnChain {
  readonly workspaceId: WorkspaceId;
  readonly chain: string;
  readonly branches: readonly Address['branch'][];
}
const hasAll = ({ chain, branches }: OnChain) => sql<boolean>`(select count(distinct branch) from addresses a
  where a.workspace_id = s.workspace_id and a.sub_wallet_id = s.id and a.chain = ${chain} and a.branch = any(${[...branches]}::int[])) = ${branches.length}`;

/** Sub-wallets that lack an address on one of the branches, by their ids behind `after`. */
export async function findLacking(db: Db, on: OnChain, after: SubWalletId, most: number): Promise<SubWalletId[]> {
  const { rows } = await sql<{ id: SubWalletId }>`select s.id from sub_wallets s
    where s.workspace_id = ${on.workspaceId} and s.id > ${after} and not ${hasAll(on)} order by s.id limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Of how many sub-wallets those have an address on each of the branches. */
export async function countHaving(db: Db, on: OnChain): Promise<{ readonly made: number; readonly of: number }> {
  const { rows } = await sql<{
    made: number;
    of: number;
  }>`select count(*) filter (where ${hasAll(on)})::int as made, count(*)::int as of
    from sub_wallets s where s.workspace_id = ${on.workspaceId}`.execute(db);
  return rows[0] ?? { made: 0, of: 0 };
}

export const lastIndex = async (
  db: Db,
  of: { workspaceId: WorkspaceId; subWalletId: SubWalletId; chain: string; branch: Address['branch'] },
): Promise<number> => {
  const row = await db
    .selectFrom('addresses')
    .select((eb) => eb.fn.max('index').as('last'))
    .where('workspace_id', '=', of.workspaceId)
    .where('sub_wallet_id', '=', of.subWalletId)
    .where('chain', '=', of.chain)
    .where('branch', '=', of.branch)
    .executeTakeFirst();
  return row?.last ?? -1;
};

export type NewAddress = Pick<
  Address,
  'workspace_id' | 'sub_wallet_id' | 'chain' | 'key_group_id' | 'path' | 'branch' | 'index' | 'address' | 'public_key'
> & { attestations: Record<string, string> };
/**
 * Undefined when it is there already. The conflict names no columns: a second row of one address breaks two unique constraints, and the one
 * that is not named would be an error whenever two requests insert in the same moment.
 */
export const insertAddress = (db: Db, { attestations, ...row }: NewAddress): Promise<Address | undefined> =>
  db
    .insertInto('addresses')
    .values({ ...row, attestations: JSON.stringify(attestations) })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();

export interface Behind {
  /** Of the last one that the caller has. */
  readonly id: number;
  readonly size: number;
}
/** Sub-wallets behind an id, oldest first; these alone, where some are named. */
export async function findSubWalletsBehind(
  db: Db,
  workspaceId: WorkspaceId,
  { id, size, subWallets }: Behind & { readonly subWallets: readonly SubWalletId[] },
): Promise<{ rows: SubWallet[]; more: boolean }> {
  const last = (await horizonOf(db, 'sub_wallets')) as SubWalletId;
  const rows = await db
    .selectFrom('sub_wallets')
    .select(subWalletColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '>', id as SubWalletId)
    .where('id', '<=', last)
    .$if(subWallets.length > 0, (query) => query.where('id', 'in', [...subWallets]))
    .orderBy('id')
    .limit(size + 1)
    .execute();
  return { rows: rows.slice(0, size), more: rows.length > size };
}
/** Addresses for deposits behind an id, oldest first. */
export async function findDepositAddressesBehind(
  db: Db,
  workspaceId: WorkspaceId,
  { id, size, subWalletId, chain }: Behind & { readonly subWalletId: SubWalletId; readonly chain: string },
): Promise<{ rows: Address[]; more: boolean }> {
  const last = (await horizonOf(db, 'addresses')) as AddressId;
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain)
    .where('branch', 'in', [branchFor.user(0), branchFor.user(1)])
    .where('id', '>', id as AddressId)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(size + 1)
    .execute();
  return { rows: rows.slice(0, size), more: rows.length > size };
}

/** What was asked for by a caller's id. */
export const findAddressRequest = (tx: Db, workspaceId: WorkspaceId, requestId: string) =>
  tx
    .selectFrom('address_requests')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
/** The first index that no request has; undefined where none was asked for by an id. */
export const nextOfRequests = async (
  tx: Db,
  {
    subWalletId,
    chain,
    branch,
  }: { readonly subWalletId: SubWalletId; readonly chain: string; readonly branch: number },
): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('address_requests')
        .select(sql<number | null>`max(first + count)`.as('next'))
        .where('sub_wallet_id', '=', subWalletId)
        .where('chain', '=', chain)
        .where('branch', '=', branch)
        .executeTakeFirst()
    )?.next ?? 0,
  );
export const insertAddressRequest = (tx: Tx, row: Insertable<Database['address_requests']>) =>
  tx.insertInto('address_requests').values(row).execute();

import { branchFor } from '@holdfast/chains';
import type { AddressId, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import { horizonOf } from '../../db/horizon.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import type { AssetId } from '../../ledger/service.ts';

export type SubWallet = Selectable<Database['sub_wallets']>;
export type Address = Selectable<Database['addresses']>;

export const findWorkspace = (db: Db, id: WorkspaceId) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const findSubWallets = (db: Db, workspaceId: WorkspaceId): Promise<SubWallet[]> =>
  db.selectFrom('sub_wallets').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();

/** How many, without what they are. */
export const countSubWallets = async (db: Db, workspaceId: WorkspaceId): Promise<number> => {
  const row = await db
    .selectFrom('sub_wallets')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** The first that is finished. */
export const findReady = (db: Db, workspaceId: WorkspaceId): Promise<SubWallet | undefined> =>
  db
    .selectFrom('sub_wallets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export interface SubWalletAsk {
  /** This one alone. */
  readonly id?: SubWalletId | undefined;
  /** In the name or the alias, whatever its letters' case. */
  readonly keyword?: string | undefined;
  readonly type?: number | undefined;
  /** These alone. */
  readonly ids?: readonly number[] | undefined;
  /** Ready, and shown. */
  readonly usable?: boolean | undefined;
  /** Where it is enough to know that there are more. */
  readonly countTo?: number | undefined;
  readonly isTop?: boolean | undefined;
  readonly page: number;
  readonly size: number;
}
/** One page of those that fit, and how many they are. */
export async function findSubWalletPage(
  db: Db,
  workspaceId: WorkspaceId,
  { id, ids, keyword = '', type, usable, isTop, page, size, countTo }: SubWalletAsk,
): Promise<{ rows: SubWallet[]; total: number }> {
  const parts = [sql<boolean>`workspace_id = ${workspaceId}`];
  if (id !== undefined) parts.push(sql`id = ${id}`);
  if (ids !== undefined) parts.push(sql`id = any(${[...ids]}::bigint[])`);
  if (usable) parts.push(sql`status = 'active' and app_show_status = 1`);
  if (isTop !== undefined) parts.push(isTop ? sql`is_top` : sql`not is_top`);
  if (type !== undefined) parts.push(sql`type = ${type}`);
  if (keyword !== '') {
    const like = `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(sql`lower(name || E'\n' || alias) like ${like}`);
  }
  const where = sql`${sql.join(parts, sql` and `)}`;
  // A word may be in one name or in all of them, and no plan is right for both.
  const planned = sql.raw(plannedForItsValues);
  const { rows } = await sql<SubWallet>`${planned}select * from sub_wallets where ${where} order by id
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  // What fits on one page is counted by it.
  if (page === 1 && rows.length < size) return { rows, total: rows.length };
  const bound = countTo === undefined ? sql`` : sql`limit ${countTo}`;
  const counted = await sql<{
    n: number;
  }>`${planned}select count(*)::int as n from (select from sub_wallets where ${where} ${bound}) fitting`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export const findSubWallet = (db: Db, workspaceId: WorkspaceId, id: SubWalletId): Promise<SubWallet | undefined> =>
  db
    .selectFrom('sub_wallets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** What sub-wallets are called; those that the workspace does not have are left out. */
export async function findSubWalletNames(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SubWalletId[],
): Promise<Map<SubWalletId, string>> {
  const rows = await db
    .selectFrom('sub_wallets')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<SubWalletId>`any(${[...new Set(ids)]}::int[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const findSubWalletByName = (db: Db, workspaceId: WorkspaceId, name: string): Promise<SubWallet | undefined> =>
  db
    .selectFrom('sub_wallets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst();

export interface NewSubWallet {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly type: number;
  readonly showStatus: number;
  readonly createdBy: UserId;
}
const namesOf = (rows: readonly { readonly name: string; readonly alias: string }[]): string[] =>
  rows.flatMap(({ name, alias }) => [name, alias]).filter((name) => name !== '');

/** What the sub-wallets of a workspace are called, but for one. */
export const namesOfSubWallets = async (db: Db, workspaceId: WorkspaceId, except?: SubWalletId): Promise<string[]> =>
  namesOf((await findSubWallets(db, workspaceId)).filter(({ id }) => id !== except));

/** What the other workspaces are called. */
export const namesOfOtherWorkspaces = async (db: Db, workspaceId: WorkspaceId): Promise<string[]> =>
  namesOf(await db.selectFrom('workspaces').select(['name', 'alias']).where('id', '!=', workspaceId).execute());

/** Undefined when the name is taken. */
export const insertSubWallet = (db: Db, wallet: NewSubWallet): Promise<SubWallet | undefined> =>
  db
    .insertInto('sub_wallets')
    .values({
      workspace_id: wallet.workspaceId,
      name: wallet.name,
      type: wallet.type,
      app_show_status: wallet.showStatus,
      created_by: wallet.createdBy,
    })
    .onConflict((oc) => oc.columns(['workspace_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const findPlace = (db: Db, id: SubWalletId) =>
  db
    .selectFrom('sub_wallets')
    .select(['workspace_id as workspaceId', 'id as subWalletId'])
    .where('id', '=', id)
    .executeTakeFirst();

/** False when it was active already. */
export async function activateSubWallet(db: Db, workspaceId: WorkspaceId, id: SubWalletId): Promise<boolean> {
  const result = await db
    .updateTable('sub_wallets')
    .set({ status: 'active' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The alias of a sub-wallet, or of the workspace itself, its row locked; undefined when there is none such. */
export async function aliasOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: SubWalletId | undefined,
): Promise<string | undefined> {
  const own = tx.selectFrom('workspaces').select('alias').where('id', '=', workspaceId);
  const query =
    id === undefined
      ? own
      : tx.selectFrom('sub_wallets').select('alias').where('workspace_id', '=', workspaceId).where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst())?.alias;
}
export async function setAlias(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: SubWalletId | undefined,
  alias: string,
): Promise<void> {
  if (id === undefined) await tx.updateTable('workspaces').set({ alias }).where('id', '=', workspaceId).execute();
  else
    await tx
      .updateTable('sub_wallets')
      .set({ alias })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
}

export const countMembers = async (db: Db, workspaceId: WorkspaceId): Promise<number> => {
  const row = await db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.n;
};

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
    .selectAll()
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

export interface Focussed {
  readonly assetId: AssetId;
  readonly symbol: string;
}
export const findFocus = (
  db: Db,
  of: { workspaceId: WorkspaceId; userId: UserId; subWalletId: SubWalletId },
): Promise<Focussed[]> =>
  db
    .selectFrom('focus_coins as f')
    .innerJoin('assets as a', 'a.id', 'f.asset_id')
    .select(['a.id as assetId', 'a.symbol'])
    .where('f.workspace_id', '=', of.workspaceId)
    .where('f.user_id', '=', of.userId)
    .where('f.sub_wallet_id', '=', of.subWalletId)
    .orderBy('f.created_at')
    .orderBy('a.symbol')
    .orderBy('a.id')
    .execute();

interface Focus {
  readonly workspace_id: WorkspaceId;
  readonly user_id: UserId;
  readonly sub_wallet_id: SubWalletId;
  readonly asset_id: AssetId;
}
export const insertFocus = (db: Db, focus: Focus) =>
  db
    .insertInto('focus_coins')
    .values(focus)
    .onConflict((oc) => oc.doNothing())
    .execute();
export const deleteFocus = (db: Db, focus: Focus) =>
  db
    .deleteFrom('focus_coins')
    .where('workspace_id', '=', focus.workspace_id)
    .where('user_id', '=', focus.user_id)
    .where('sub_wallet_id', '=', focus.sub_wallet_id)
    .where('asset_id', '=', focus.asset_id)
    .execute();
/** Locks the sub-wallet's row, so that counting favourites and adding one is one step. */
export const lockSubWallet = (db: Db, workspaceId: WorkspaceId, id: SubWalletId) =>
  db
    .selectFrom('sub_wallets')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The installation's name, as its policy and its signers have it. */
export const findDeployment = async (db: Db): Promise<string> =>
  (await db.selectFrom('installation').select('deployment').executeTakeFirstOrThrow()).deployment ?? '';

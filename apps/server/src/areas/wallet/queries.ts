import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import type { AssetId } from '../../ledger/service.ts';
import { looksBy } from '../../look-alikes.ts';
import { countAll, placeOf } from './marks.ts';

/** Without what the database alone looks into. */
export const subWalletColumns = [
  'id',
  'workspace_id',
  'name',
  'alias',
  'type',
  'app_show_status',
  'is_top',
  'status',
  'created_by',
  'created_at',
] as const;
export type SubWallet = Pick<Selectable<Database['sub_wallets']>, (typeof subWalletColumns)[number]>;
const columns = sql.join(subWalletColumns.map((name) => sql.ref(name)));

export const findWorkspace = (db: Db, id: WorkspaceId) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** How many, without what they are. */
export const countSubWallets = (db: Db, workspaceId: WorkspaceId): Promise<number> => countAll(db, workspaceId);

/** The first that is finished. */
export const findReady = (db: Db, workspaceId: WorkspaceId): Promise<SubWallet | undefined> =>
  db
    .selectFrom('sub_wallets')
    .select(subWalletColumns)
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
/** In the name or the alias. A piece of three letters is looked up in an index of such (migration 0331). */
const holds = (whole: string) => sql<boolean>`searched like ${`%${whole.replace(/[\\%_]/g, '\\$&')}%`}`;

/** One or two letters are looked up among the pairs (0371), beside being looked for: they leave nothing out. */
function looksUp(whole: string): RawBuilder<unknown> {
  const { length } = [...whole];
  if (length === 0 || length > 2) return sql``;
  const pair = `'${whole.replace(/['\\]/g, '$&$&')}'${length === 1 ? ':*' : ''}`;
  return sql` and pairs @@ ${pair}::tsquery`;
}

/** Do so many have it that going through all in turn soon ends a bounded count? */
const isCommon = (rows: readonly SubWallet[], size: number): boolean =>
  rows.length === size && (rows.at(-1)?.id ?? 0) - (rows[0]?.id ?? 0) < 2 * size;

/** A page of all, or of all that are not pinned, however far behind. */
async function findPlainPage(
  db: Db,
  workspaceId: WorkspaceId,
  { isTop, page, size }: SubWalletAsk,
): Promise<{ rows: SubWallet[]; total: number }> {
  const apart = isTop === false;
  const own = sql`workspace_id = ${workspaceId}${apart ? sql` and not is_top` : sql``}`;
  const skip = (page - 1) * size;
  const rows =
    skip === 0
      ? sql<SubWallet>`select ${columns} from sub_wallets where ${own} order by id limit ${size}`
      : sql<SubWallet>`with place as materialized (select * from ${placeOf(workspaceId, skip, apart)} place)
          select ${columns} from sub_wallets where ${own} and id > (select id from place) order by id limit ${size} offset (select rest from place)`;
  const [found, total] = await Promise.all([rows.execute(db), countAll(db, workspaceId, apart)]);
  return { rows: found.rows, total };
}

const isPlain = ({ id, ids, keyword = '', type, usable = false, isTop, countTo }: SubWalletAsk): boolean =>
  keyword === '' && !usable && isTop !== true && [id, ids, type, countTo].every((part) => part === undefined);

/** One page of those that fit, and how many they are. */
export async function findSubWalletPage(
  db: Db,
  workspaceId: WorkspaceId,
  ask: SubWalletAsk,
): Promise<{ rows: SubWallet[]; total: number }> {
  if (isPlain(ask)) return findPlainPage(db, workspaceId, ask);
  const { id, ids, keyword = '', type, usable, isTop, page, size, countTo } = ask;
  const parts = [sql<boolean>`workspace_id = ${workspaceId}`];
  if (id !== undefined) parts.push(sql`id = ${id}`);
  if (ids !== undefined) parts.push(sql`id = any(${[...ids]}::bigint[])`);
  if (usable) parts.push(sql`status = 'active' and app_show_status = 1`);
  if (isTop !== undefined) parts.push(isTop ? sql`is_top` : sql`not is_top`);
  if (type !== undefined) parts.push(sql`type = ${type}`);
  const whole = keyword.toLowerCase();
  if (whole !== '') parts.push(holds(whole));
  const plain = sql`${sql.join(parts, sql` and `)}`;
  const where = sql`${plain}${looksUp(whole)}`;
  // A word may be in one name or in all of them, and no plan is right for both.
  const planned = sql.raw(plannedForItsValues);
  // Pages before it are passed by their ids alone, in an index.
  const skip = (page - 1) * size;
  const from = sql`and id >= (select id from sub_wallets where ${where} order by workspace_id, id limit 1 offset ${skip})`;
  const found =
    sql<SubWallet>`${planned}select ${columns} from sub_wallets where ${where} ${skip > 0 ? from : sql``} order by id limit ${size}`.execute(
      db,
    );
  const bound = countTo === undefined ? sql`` : sql`limit ${countTo}`;
  const count = (by = where) =>
    sql<{
      n: number;
    }>`${planned}select count(*)::int as n from (select from sub_wallets where ${by} ${bound}) fitting`.execute(db);
  // Few often fit on one page, which counts them; all of them seldom do.
  if (keyword !== '' || id !== undefined || ids !== undefined || isTop === true) {
    const { rows } = await found;
    if (page === 1 && rows.length < size) return { rows, total: rows.length };
    return { rows, total: (await count(isCommon(rows, size) ? plain : where)).rows[0]?.n ?? 0 };
  }
  const [{ rows }, counted] = await Promise.all([found, count()]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export const findSubWallet = (db: Db, workspaceId: WorkspaceId, id: SubWalletId): Promise<SubWallet | undefined> =>
  db
    .selectFrom('sub_wallets')
    .select(subWalletColumns)
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
    .select(subWalletColumns)
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
/** With how its name looks. */
export type SeenSubWallet = NewSubWallet & { readonly looks: string[] };
const namesOf = (rows: readonly { readonly name: string; readonly alias: string }[]): string[] =>
  rows.flatMap(({ name, alias }) => [name, alias]).filter((name) => name !== '');

/** What those of a workspace are called, but for one, that look in one of these ways, or of which nobody has written down how they look by these tables. */
export async function namesOfAlike(
  db: Db,
  workspaceId: WorkspaceId,
  looks: readonly string[],
  except?: SubWalletId,
): Promise<string[]> {
  const unknown = sql`(looks_by is null or looks_by < ${looksBy} or looks_by > ${looksBy})`;
  const { rows } = await sql<Pick<SubWallet, 'id' | 'name' | 'alias'>>`
    select id, name, alias from sub_wallets where workspace_id = ${workspaceId} and looks && ${[...looks]}::text[]
    union select id, name, alias from sub_wallets where workspace_id = ${workspaceId} and ${unknown}`.execute(db);
  return namesOf(rows.filter(({ id }) => id !== except));
}

type Named = Pick<SubWallet, 'id' | 'workspace_id' | 'name' | 'alias'>;
/** Some of those of which nobody has written down how their names look by these tables, that nobody else has taken. */
export const takeUnseen = (tx: Tx, most: number): Promise<Named[]> =>
  tx
    .selectFrom('sub_wallets')
    .select(['id', 'workspace_id', 'name', 'alias'])
    .where(sql<boolean>`looks_by is distinct from ${looksBy}`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();

/** Writes down how they look. */
export const setLooks = (tx: Tx, of: readonly (Named & { readonly looks: readonly string[] })[]) =>
  sql`update sub_wallets s set looks = array(select jsonb_array_elements_text(x.looks)), looks_by = ${looksBy}
    from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) x (id int, looks jsonb) where s.id = x.id`.execute(tx);

/** What the other workspaces are called. */
export const namesOfOtherWorkspaces = async (db: Db, workspaceId: WorkspaceId): Promise<string[]> =>
  namesOf(await db.selectFrom('workspaces').select(['name', 'alias']).where('id', '!=', workspaceId).execute());

/** Undefined when the name is taken. */
export const insertSubWallet = (db: Db, wallet: SeenSubWallet): Promise<SubWallet | undefined> =>
  db
    .insertInto('sub_wallets')
    .values({
      workspace_id: wallet.workspaceId,
      name: wallet.name,
      looks: wallet.looks,
      looks_by: looksBy,
      type: wallet.type,
      app_show_status: wallet.showStatus,
      created_by: wallet.createdBy,
    })
    .onConflict((oc) => oc.columns(['workspace_id', 'name']).doNothing())
    .returning(subWalletColumns)
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

/** What a sub-wallet, or the workspace itself, is called, its row locked; undefined when there is none such. */
export async function namedAs(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: SubWalletId | undefined,
): Promise<{ readonly name: string; readonly alias: string } | undefined> {
  const own = tx.selectFrom('workspaces').select(['name', 'alias']).where('id', '=', workspaceId);
  const query =
    id === undefined
      ? own
      : tx
          .selectFrom('sub_wallets')
          .select(['name', 'alias'])
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id);
  return query.forUpdate().executeTakeFirst();
}
export async function setAlias(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: SubWalletId | undefined,
  { alias, looks }: { readonly alias: string; readonly looks: string[] },
): Promise<void> {
  if (id === undefined) await tx.updateTable('workspaces').set({ alias }).where('id', '=', workspaceId).execute();
  else
    await tx
      .updateTable('sub_wallets')
      .set({ alias, looks, looks_by: looksBy })
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

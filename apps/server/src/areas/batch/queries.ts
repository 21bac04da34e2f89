import type { BatchId, BatchPayee, OrderId, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { batchStatus } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { sqlState } from '../../db/transaction.ts';
import type { AssetId } from '../../ledger/service.ts';
import { isPayment } from '../../orders/payments.ts';
import { paysFurther } from '../../orders/receivers.ts';
import { allowingKinds, holding, type Order } from '../../orders/service.ts';
import { orderStatusesOf, partly } from './rules.ts';

/** A batch with the order that it became. */
export interface BatchRow {
  readonly id: BatchId;
  readonly sub_wallet_id: SubWalletId;
  readonly asset_id: AssetId;
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
  readonly chain: string;
  readonly user_id: UserId;
  readonly initiator_name: string;
  readonly name: string;
  readonly row_count: number;
  readonly by_contract: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly order_id: OrderId | null;
  readonly submitted_at: Date | null;
  readonly status: Order['status'] | null;
  readonly sub_status: string | null;
  readonly txid: string | null;
  readonly left_out: readonly number[] | null;
  readonly amount: bigint | null;
  readonly remark: string | null;
  /** The orders of its rows, in order, where each has one. */
  readonly row_orders: readonly Pick<Order, 'status' | 'sub_status' | 'txid'>[];
}
const columns = sql`b.id, b.sub_wallet_id, b.asset_id, a.symbol, a.contract, a.decimals, b.chain, b.user_id, u.nick_name as initiator_name, b.name, b.row_count, b.by_contract,
  b.version, b.created_at, o.id as order_id, o.created_at as submitted_at, o.status, o.sub_status, o.left_out, o.amount, o.remark,
  coalesce((select m.txid from orders m where m.id = o.mined_as), o.txid) as txid,
  (select coalesce(jsonb_agg(jsonb_build_object('status', r.status, 'sub_status', r.sub_status,
      'txid', coalesce((select m.txid from orders m where m.id = r.mined_as), r.txid)) order by r.batch_row), '[]')
    from orders r where r.batch_of = o.id) as row_orders`;
const tables = sql`batches b join assets a on a.id = b.asset_id join users u on u.id = b.user_id
  left join batch_orders x on x.batch_id = b.id left join orders o on o.id = x.order_id`;

/** One's own drafts, and what was asked for by anybody. */
const visible = ({ workspaceId, userId }: Reader) =>
  sql`b.workspace_id = ${workspaceId} and (x.order_id is not null or b.user_id = ${userId})`;

export interface Reader {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

export async function findBatch(
  db: Db,
  reader: Reader,
  id: BatchId,
): Promise<(BatchRow & { readonly payees: readonly BatchPayee[] }) | undefined> {
  const { rows } = await sql<BatchRow & { payees: BatchPayee[] }>`
    select ${columns}, b.payees from ${tables} where ${visible(reader)} and b.id = ${id}`.execute(db);
  return rows[0];
}

export interface Filter {
  readonly status: number | undefined;
  readonly subWalletId: SubWalletId | undefined;
  readonly symbol: string | undefined;
  readonly chain: string | undefined;
  readonly contract: string | undefined;
  readonly keyword: string;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}

/** A batch of which some rows were paid has ended as paid; what says so is its sub-status. */
function standing(status: number): RawBuilder<unknown> {
  if (status === batchStatus.draft) return sql`o.id is null`;
  const isPartly = sql`o.status = ${batchStatus.done} and o.sub_status = ${partly}`;
  if (status === batchStatus.partlyDone) return isPartly;
  return sql`o.status = any(${orderStatusesOf(status)}::int[]) and not (${isPartly})`;
}

export async function findBatches(
  db: Db,
  reader: Reader,
  f: Filter,
  page: { readonly no: number; readonly size: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const like = `%${f.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`${visible(reader)}
    and ${f.status === undefined ? sql`true` : standing(f.status)}
    and ${f.subWalletId === undefined ? sql`true` : sql`b.sub_wallet_id = ${f.subWalletId}`}
    and ${f.symbol === undefined ? sql`true` : sql`a.symbol = ${f.symbol}`}
    and ${f.chain === undefined ? sql`true` : sql`b.chain = ${f.chain}`}
    and ${f.contract === undefined ? sql`true` : sql`a.contract = ${f.contract}`}
    and (${f.keyword} = '' or b.name ilike ${like}
      or b.payees @> jsonb_build_array(jsonb_build_object('address', ${f.keyword}::text)))
    and b.created_at >= coalesce(${f.start ?? null}::timestamptz, '-infinity') and b.created_at < coalesce(${f.end ?? null}::timestamptz, 'infinity')`;
  const { rows } = await sql<BatchRow>`select ${columns} from ${tables} where ${where}
    order by b.id desc limit ${page.size}::int offset ${(page.no - 1) * page.size}::bigint`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${tables} where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export interface Draft {
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
  readonly chain: string;
  readonly name: string;
  readonly byContract: boolean;
  readonly payees: readonly BatchPayee[];
}
const draftColumns = ({ subWalletId, assetId, chain, name, byContract, payees }: Draft) => ({
  sub_wallet_id: subWalletId,
  asset_id: assetId,
  chain,
  name,
  by_contract: byContract,
  payees: JSON.stringify(payees),
  row_count: payees.length,
});

export const insertDraft = async (db: Db, { workspaceId, userId }: Reader, draft: Draft): Promise<BatchId> =>
  (
    await db
      .insertInto('batches')
      .values({ workspace_id: workspaceId, user_id: userId, ...draftColumns(draft) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Is it asked for meanwhile? The database itself lets nobody change it then (migration 0132). */
const unlessAskedFor = async (change: Promise<{ readonly changed: boolean }>): Promise<boolean> => {
  try {
    return (await change).changed;
  } catch (error) {
    if (sqlState(error) === 'HF031') return false;
    throw error;
  }
};

/** Writes a draft anew, if it stands as its owner saw it. */
export const updateDraft = (
  db: Db,
  { workspaceId, userId }: Reader,
  id: BatchId,
  version: number,
  draft: Draft,
): Promise<boolean> =>
  unlessAskedFor(
    db
      .updateTable('batches')
      .set({ ...draftColumns(draft), version: version + 1, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => ({ changed: numUpdatedRows > 0n })),
  );

export const deleteDraft = (db: Db, { workspaceId, userId }: Reader, id: BatchId): Promise<boolean> =>
  unlessAskedFor(
    db
      .deleteFrom('batches')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
      .then(({ numDeletedRows }) => ({ changed: numDeletedRows > 0n })),
  );

export async function countDrafts(db: Db, { workspaceId, userId }: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from batches b
    where b.user_id = ${userId} and b.workspace_id = ${workspaceId}
      and not exists (select from batch_orders x where x.batch_id = b.id)`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Which of these addresses the workspace has paid before, alone or among others. */
export async function paidBefore(
  db: Db,
  { workspaceId }: Reader,
  chain: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const paid = sql`workspace_id = ${workspaceId} and chain = ${chain} and status in (1200, 2000) and ${isPayment()}`;
  const { rows } = await sql<{ address: string }>`
    select a.address from unnest(${addresses}::text[]) a (address)
      where exists (select from orders where ${paid} and address_to = a.address)
    union select e ->> 'address' from (select outputs from orders where ${paid} and ${paysFurther(addresses)} order by created_at desc limit 500) o,
      jsonb_array_elements(o.outputs) e`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

interface Spending {
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
  readonly spender: string;
}
/** An allowance of a token to a spender that is not at its end. */
export const allowanceUnderWay = (db: Db, { workspaceId }: Reader, { subWalletId, assetId, spender }: Spending) =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'request_id'])
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .where('asset_id', '=', assetId)
    .where('kind', 'in', allowingKinds)
    .where('address_to', '=', spender)
    .where('status', 'in', [...holding])
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** What contracts that pay batches were let take, newest first. @param contracts their addresses */
export async function findAllowances(
  db: Db,
  { workspaceId }: Reader,
  contracts: readonly string[],
  page: { readonly subWalletId: SubWalletId | undefined; readonly no: number; readonly size: number },
) {
  let all = db
    .selectFrom('orders as o')
    .innerJoin('assets as a', 'a.id', 'o.asset_id')
    .leftJoin('users as u', 'u.id', 'o.initiator_user')
    .where('o.workspace_id', '=', workspaceId)
    .where('o.kind', 'in', allowingKinds)
    .where('o.address_to', 'in', contracts.length > 0 ? [...contracts] : ['']);
  if (page.subWalletId !== undefined) all = all.where('o.sub_wallet_id', '=', page.subWalletId);
  const { n } = await all.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .select(['o.id', 'o.sub_wallet_id', 'o.chain', 'o.address_to', 'o.amount', 'o.status', 'o.txid', 'o.created_at'])
    .select(['a.symbol', 'a.decimals', 'u.nick_name'])
    .orderBy('o.id', 'desc')
    .limit(page.size)
    .offset((page.no - 1) * page.size)
    .execute();
  return { rows, total: n };
}

export interface MultiRow {
  readonly id: OrderId;
  readonly batch_id: BatchId | null;
  readonly request_id: string;
  readonly sub_wallet_id: SubWalletId;
  readonly chain: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly outputs: { readonly address: string; readonly amount: string; readonly memo: string }[];
  readonly status: number;
  readonly sub_status: string;
  readonly txid: string;
  readonly created_at: Date;
}
/** Orders of the workspace, by their ids or by the batch that they pay. */
export async function findOrders(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  batch: BatchId | undefined,
): Promise<MultiRow[]> {
  const { rows } = await sql<MultiRow>`
    select o.id, x.batch_id, o.request_id, o.sub_wallet_id, o.chain, a.symbol, a.decimals, o.amount, o.outputs, o.status, o.sub_status,
      coalesce((select m.txid from orders m where m.id = o.mined_as), o.txid, '') as txid, o.created_at
    from orders o join assets a on a.id = o.asset_id left join batch_orders x on x.order_id = o.id
    where o.workspace_id = ${workspaceId} and (o.id = any(${ids}::bigint[]) or x.batch_id = ${batch ?? null}::bigint) order by o.id`.execute(
    db,
  );
  return rows;
}

import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { transactionType } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Deposit } from '../../chainwatch/service.ts';
import type { Db, Tx } from '../../db/database.ts';
import { paysAny } from '../../orders/receivers.ts';
import type { Entry } from './entry.ts';

/** Where a list goes on: behind the entry with these. Times of the database are finer than a `Date`. */
export interface Place {
  readonly micros: number;
  readonly type: number;
  readonly id: number;
}
export interface Filter {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId?: SubWalletId | undefined;
  readonly type?: number | undefined;
  readonly symbol?: string | undefined;
  readonly chain_id?: string | undefined;
  readonly contract_address?: string | undefined;
  readonly status?: number | undefined;
  /** Any of them. */
  readonly txids?: readonly string[] | undefined;
  /** Paid by any of them, or to it. */
  readonly addresses?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
  readonly customer_state?: 'known' | 'unknown' | undefined;
  readonly tag?: string | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  /** Newest first when missing. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly after?: Place | undefined;
}

const way = ({ order }: Filter): RawBuilder<unknown> => (order === 'asc' ? sql`asc` : sql`desc`);

/** Rows that are counted, and how far a page may reach: at ten million rows an unbounded count or offset takes over half a second. */
export const countMax = 10_000;

/** Every asset of a symbol, whether or not it is configured still; narrowed by chain and contract where given. */
function assetsCalled({ symbol, chain_id, contract_address }: Filter): RawBuilder<unknown> {
  const parts = [sql`symbol = ${symbol}`];
  if (chain_id !== undefined) parts.push(sql`chain = ${chain_id}`);
  if (contract_address !== undefined) parts.push(sql`contract = ${contract_address}`);
  return sql`array(select id from assets where ${sql.join(parts, sql` and `)})`;
}

/** What a table says of what the other has not, or has otherwise. */
interface Own {
  readonly table: 'deposits' | 'orders';
  readonly type: number;
  readonly request: RawBuilder<unknown>;
  readonly customer: (state: string) => RawBuilder<unknown>;
  /** It pays one of these addresses. */
  readonly to: (addresses: readonly string[]) => RawBuilder<unknown>;
}
const ofDeposits: Own = {
  table: 'deposits',
  type: transactionType.deposit,
  request: sql`false`,
  customer: (state) => sql`customer_state = ${state}`,
  to: (addresses) => sql`address_to = any(${addresses}::text[])`,
};
const ofOrders = ({ requestId = '' }: Filter): Own => ({
  table: 'orders',
  type: transactionType.withdraw,
  request: sql`request_id = ${requestId}`,
  customer: () => sql`false`,
  to: (addresses) => paysAny(addresses),
});

/** Behind `after`, in the order of the list: by time, of one moment deposits first, then by id. */
function behind({ after, order }: Filter, { type }: Own): RawBuilder<unknown>[] {
  if (!after) return [];
  const than = order === 'asc' ? sql`>` : sql`<`;
  const moment = sql`(timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond')`;
  if (type > after.type) return [sql`created_at ${than}= ${moment}`];
  if (type < after.type) return [sql`created_at ${than} ${moment}`];
  return [sql`(created_at, id) ${than} (${moment}, ${after.id}::bigint)`];
}

/** One filter for both tables. */
function where(f: Filter, own: Own): RawBuilder<unknown> {
  const { type, request, customer, to } = own;
  const parts = [sql`workspace_id = ${f.workspaceId}`, ...behind(f, own)];
  if (f.subWalletId !== undefined) parts.push(sql`sub_wallet_id = ${f.subWalletId}`);
  if (f.symbol !== undefined) parts.push(sql`asset_id = any(${assetsCalled(f)})`);
  if (f.status !== undefined) parts.push(sql`status = ${f.status}`);
  if (f.txids !== undefined) parts.push(sql`txid = any(${f.txids}::text[])`);
  if (f.addresses !== undefined) parts.push(sql`(address_from = any(${f.addresses}::text[]) or ${to(f.addresses)})`);
  if (f.requestId !== undefined) parts.push(request);
  if (f.customer_state !== undefined) parts.push(customer(f.customer_state));
  if (f.tag !== undefined)
    parts.push(sql`id = any(array(select transaction_id from transaction_notes
      where workspace_id = ${f.workspaceId} and type = ${type} and tags @> array[${f.tag}]))`);
  if (f.start !== undefined) parts.push(sql`created_at >= ${f.start}`);
  if (f.end !== undefined) parts.push(sql`created_at < ${f.end}`);
  return sql.join(parts, sql` and `);
}

const depositColumns = sql`id, ${transactionType.deposit}::int as type, '' as request_id, sub_wallet_id, chain, asset_id, amount, address_from, address_to,
  null::jsonb as outputs, memo, customer_memo_id, customer_state, txid, null::int as fee_asset_id, 0::numeric as max_fee, null::numeric as real_fee, status, sub_status, height, block_hash, needed, 0 as source,
  remark, '' as initiator, true as planned, false as begun, '' as kind, '' as call, created_at, updated_at`;
const orderColumns = sql`id, ${transactionType.withdraw}::int as type, request_id, sub_wallet_id, chain, asset_id, amount, address_from, address_to,
  outputs, memo, null::bigint as customer_memo_id, '' as customer_state, coalesce(txid, '') as txid, fee_asset_id, max_fee, real_fee, status, sub_status, mined_height as height, coalesce(mined_hash, '') as block_hash,
  0 as needed, source, remark, initiator, plan is not null as planned, exposed_at is not null as begun, kind, call, created_at, updated_at`;

/** Rows of the columns above as entries. */
const withAssets = (workspaceId: WorkspaceId, rows: RawBuilder<unknown>) => sql`
  select u.*, a.symbol, a.contract, a.decimals, coalesce(f.symbol, '') as fee_symbol, coalesce(f.decimals, 0) as fee_decimals,
    coalesce(m.customer, '') as customer, coalesce(n.note, '') as note, coalesce(n.tags, '{}') as tags
  from ${rows} u join assets a on a.id = u.asset_id left join assets f on f.id = u.fee_asset_id
  left join customer_memos m on m.id = u.customer_memo_id
  left join transaction_notes n on n.workspace_id = ${workspaceId} and n.type = u.type and n.transaction_id = u.id`;

/** The tables that may hold what is looked for. */
const sidesOf = (f: Filter): readonly Own[] =>
  [ofDeposits, ofOrders(f)].filter(({ type }) => f.type === undefined || f.type === type);

/** Each table gives at most as many rows as the page can need, by index, in order; the union of those is sorted and cut. */
function union(
  f: Filter,
  limit: number,
  columns: Readonly<Record<Own['table'], RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const sides = sidesOf(f).map(
    (own) => sql`(select ${columns[own.table]} from ${sql.table(own.table)} where ${where(f, own)}
      order by created_at ${way(f)}, id ${way(f)} limit ${limit})`,
  );
  return sql.join(sides, sql` union all `);
}
const all = { deposits: depositColumns, orders: orderColumns };
const one = { deposits: sql`1`, orders: sql`1` };

export async function findPage(
  db: Db,
  f: Filter,
  page: number,
  size: number,
): Promise<{ rows: Entry[]; total: number; bounded: boolean }> {
  if (sidesOf(f).length === 0) return { rows: [], total: 0, bounded: false };
  const skip = (page - 1) * size;
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from (select 1 from (${union(f, countMax + 1, one)}) u limit ${countMax + 1}) c`.execute(
    db,
  );
  const n = counted.rows[0]?.n ?? 0;
  const total = Math.min(n, countMax);
  if (skip >= total) return { rows: [], total, bounded: n > countMax };
  const { rows } = await sql<Entry>`${withAssets(
    f.workspaceId,
    sql`(select * from (${union(f, skip + size, all)}) found
    order by created_at ${way(f)}, type, id ${way(f)} limit ${size} offset ${skip})`,
  )}
    order by u.created_at ${way(f)}, u.type, u.id ${way(f)}`.execute(db);
  return { rows, total, bounded: n > countMax };
}

/** At most so many, behind `after`; where the rest begins, unless these are the last. */
export async function findFrom(db: Db, f: Filter, size: number): Promise<{ rows: Entry[]; next: Place | undefined }> {
  if (sidesOf(f).length === 0) return { rows: [], next: undefined };
  const { rows } = await sql<Entry & Place>`${withAssets(
    f.workspaceId,
    sql`(select *, (extract(epoch from created_at) * 1000000)::bigint as micros from (${union(f, size, all)}) found
    order by created_at ${way(f)}, type, id ${way(f)} limit ${size}::int)`,
  )}
    order by u.created_at ${way(f)}, u.type, u.id ${way(f)}`.execute(db);
  const last = rows.at(-1);
  const next = last && rows.length === size ? { micros: last.micros, type: last.type, id: last.id } : undefined;
  return { rows, next };
}

/** All of them. */
export async function countAll(db: Db, f: Filter): Promise<number> {
  const counts = sidesOf(f).map((own) => sql`(select count(*) from ${sql.table(own.table)} where ${where(f, own)})`);
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findEntry(
  db: Db,
  workspaceId: WorkspaceId,
  type: number,
  id: number,
): Promise<Entry | undefined> {
  if (type !== transactionType.deposit && type !== transactionType.withdraw) return undefined;
  const table = type === transactionType.deposit ? sql`deposits` : sql`orders`;
  const columns = type === transactionType.deposit ? depositColumns : orderColumns;
  const { rows } =
    await sql<Entry>`${withAssets(workspaceId, sql`(select ${columns} from ${table} where workspace_id = ${workspaceId} and id = ${id})`)}`.execute(
      db,
    );
  return rows[0];
}

/** What was noted about one before it is written anew, or nothing. Nobody else writes it meanwhile. */
export const lockNote = (tx: Tx, workspaceId: WorkspaceId, type: 1 | 2, id: number) =>
  tx
    .selectFrom('transaction_notes')
    .select(['note', 'tags'])
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('transaction_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const saveNote = (
  tx: Tx,
  workspaceId: WorkspaceId,
  {
    type,
    id,
    note,
    tags,
  }: { readonly type: 1 | 2; readonly id: number; readonly note: string; readonly tags: string[] },
) =>
  tx
    .insertInto('transaction_notes')
    .values({ workspace_id: workspaceId, type, transaction_id: id, note, tags })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'type', 'transaction_id']).doUpdateSet({ note, tags, updated_at: sql`now()` }),
    )
    .execute();

/** More than anybody chooses among. */
const tagsShown = 100;
export async function findTags(db: Db, workspaceId: WorkspaceId): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from transaction_notes, unnest(tags) as tag where workspace_id = ${workspaceId}
    group by tag order by count desc, tag limit ${tagsShown}`.execute(db);
  return rows;
}

export const findDepositEvents = (db: Db, id: Deposit['id']) =>
  db.selectFrom('deposit_events').selectAll().where('deposit_id', '=', id).orderBy('id').execute();

export const findHeights = async (db: Db): Promise<Map<string, number | null>> => {
  const rows = await db.selectFrom('chain_state').select(['chain', 'height']).execute();
  return new Map(rows.map(({ chain, height }) => [chain, height]));
};
export const findChainStates = (db: Db) => db.selectFrom('chain_state').selectAll().execute();
export const findAsides = (db: Db) => db.selectFrom('blocks_aside').selectAll().orderBy('height').execute();

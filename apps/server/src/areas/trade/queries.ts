import { type OrderId, orderStatus, type SubWalletId, type WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../db/database.ts';
import { allowingKinds, callingKinds, holding } from '../../orders/service.ts';

export type QuoteRow = Selectable<Database['trade_quotes']>;
export type TradeRow = Selectable<Database['trades']>;

export const insertQuote = (db: Db, row: QuoteRow) => db.insertInto('trade_quotes').values(row).execute();

export const findQuote = (
  db: Db,
  workspaceId: WorkspaceId,
  named: { readonly sub_wallet_id: SubWalletId; readonly quote_id: string },
): Promise<QuoteRow | undefined> =>
  db
    .selectFrom('trade_quotes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', named.sub_wallet_id)
    .where('id', '=', named.quote_id)
    .executeTakeFirst();

export const findTrade = (db: Db, workspaceId: WorkspaceId, requestId: string): Promise<TradeRow | undefined> =>
  db
    .selectFrom('trades')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();

/** Undefined where the quote was taken already, or the request was made. */
export const insertTrade = (db: Db, row: Omit<TradeRow, 'id' | 'failure'>): Promise<TradeRow | undefined> =>
  db
    .insertInto('trades')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();

/** What was refused is no trade; one whose order is there stays. */
export const dropTrade = (db: Db, id: number) =>
  sql`delete from trades t where t.id = ${id} and not exists (select from orders o
    where o.workspace_id = t.workspace_id and o.kind = any(${callingKinds}) and o.request_id = t.request_id)`.execute(
    db,
  );

const ofQuote = (db: Db, { workspace_id, sub_wallet_id, gives_asset, spender }: QuoteRow) =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'request_id'])
    .where('workspace_id', '=', workspace_id)
    .where('sub_wallet_id', '=', sub_wallet_id)
    .where('kind', 'in', allowingKinds)
    .where('asset_id', '=', gives_asset)
    .where('address_to', '=', spender)
    .orderBy('id', 'desc');

/** An allowance of the same token to the same router that is not at its end. */
export const allowanceUnderWay = (db: Db, quote: QuoteRow) =>
  ofQuote(db, quote)
    .where('status', 'in', [...holding])
    .executeTakeFirst();

/** The allowance by which it goes, where one was asked for here. */
export const lastAllowance = async (db: Db, quote: QuoteRow): Promise<OrderId | null> =>
  (await ofQuote(db, quote).where('status', '=', orderStatus.done).executeTakeFirst())?.id ?? null;

/** Quotes that nobody took, and that are long over. */
export const deleteQuotes = (db: Db, before: Date) =>
  sql`delete from trade_quotes q where q.expires_at < ${before}
    and not exists (select from trades t where t.quote_id = q.id)`.execute(db);

export interface TradeFilter {
  readonly sub_wallet_id?: SubWalletId | undefined;
  readonly symbol?: string | undefined;
  readonly state?: 'open' | 'done' | 'failed' | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

const stateWhere = {
  open: sql`o.status < ${orderStatus.done}`,
  done: sql`o.status = ${orderStatus.done}`,
  failed: sql`o.status > ${orderStatus.done}`,
} as const;

const filtered = (workspaceId: WorkspaceId, { sub_wallet_id, symbol, state, start, end }: TradeFilter) =>
  sql`from trades t
    join trade_quotes q on q.id = t.quote_id
    join orders o on o.workspace_id = t.workspace_id and o.kind = any(${callingKinds}) and o.request_id = t.request_id
    join assets ga on ga.id = q.gives_asset join assets ra on ra.id = q.gets_asset
    where t.workspace_id = ${workspaceId}
      ${sub_wallet_id === undefined ? sql`` : sql`and t.sub_wallet_id = ${sub_wallet_id}`}
      ${symbol === undefined ? sql`` : sql`and (ga.symbol = ${symbol} or ra.symbol = ${symbol})`}
      ${state === undefined ? sql`` : sql`and ${stateWhere[state]}`}
      ${start === undefined ? sql`` : sql`and t.created_at >= ${start}`}
      ${end === undefined ? sql`` : sql`and t.created_at <= ${end}`}`;

/** What came: what is seen in the block as a payment, and what the call was booked with beside that. */
const came = sql`(select sum(d.amount) from deposits d where d.workspace_id = t.workspace_id and d.sub_wallet_id = t.sub_wallet_id
      and d.asset_id = q.gets_asset and d.txid = o.txid)`;
const returned = sql`(select sum(e.amount) from ledger_transfers l join ledger_entries e on e.transfer_id = l.id
      where l.workspace_id = t.workspace_id and l.ref = 'order:' || o.id || ':' || q.gets_asset || ':came' and e.bucket = 'available')`;

export interface FoundTrade {
  readonly id: number;
  readonly order_id: OrderId;
  readonly sub_wallet_id: SubWalletId;
  readonly provider: string;
  readonly gives_asset: QuoteRow['gives_asset'];
  readonly gets_asset: QuoteRow['gets_asset'];
  readonly pays: bigint;
  readonly brings: bigint;
  readonly least: bigint;
  readonly spent: bigint | null;
  readonly came: bigint | null;
  readonly real_fee: bigint | null;
  readonly status: number;
  readonly failure: string | null;
  readonly txid: string | null;
  readonly approve_txid: string | null;
  readonly created_at: Date;
}

/** Newest first. */
export async function findTrades(db: Db, workspaceId: WorkspaceId, filter: TradeFilter, skip: number, size: number) {
  const { rows } =
    await sql<FoundTrade>`select t.id, o.id as order_id, t.sub_wallet_id, q.provider, q.gives_asset, q.gets_asset, q.pays, q.brings, q.least,
      (select f.spent from order_outflows f where f.order_id = o.id and f.asset_id = q.gives_asset) as spent,
      case when o.status = ${orderStatus.done} then nullif(coalesce(${came}, 0) + coalesce(${returned}, 0), 0) end as came,
      o.real_fee, o.status, t.failure, o.txid, (select a.txid from orders a where a.id = t.allowance) as approve_txid, t.created_at
    ${filtered(workspaceId, filter)}
    order by t.created_at desc, t.id desc offset ${skip} limit ${size}`.execute(db);
  return rows;
}

export async function countTrades(db: Db, workspaceId: WorkspaceId, filter: TradeFilter) {
  const { rows } = await sql<{ total: number; open: number }>`select count(*)::int as total,
    count(*) filter (where ${stateWhere.open})::int as open ${filtered(workspaceId, filter)}`.execute(db);
  return rows[0] ?? { total: 0, open: 0 };
}

/** Failed swaps that nobody has looked at, with what was last said of them before they were signed. */
export async function findUnexplained(db: Db) {
  const { rows } = await sql<{ id: number; chain: string; txid: string | null; status: number; said: string | null }>`
    select t.id, o.chain, o.txid, o.status, (select e.detail ->> 'difference' from order_events e
        where e.order_id = o.id and e.sub_status = 'call_changed' order by e.id desc limit 1) as said
    from trades t join orders o on o.workspace_id = t.workspace_id and o.kind = any(${callingKinds}) and o.request_id = t.request_id
    where t.failure is null and o.status > ${orderStatus.done} order by t.id limit 50`.execute(db);
  return rows;
}

export const explain = (db: Db, id: number, failure: 'slippage' | 'other') =>
  db.updateTable('trades').set({ failure }).where('id', '=', id).execute();

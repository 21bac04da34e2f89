import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { isOrderType, transactionType } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Words as Searched } from '../../parties.ts';
import type { AssetPrice } from '../../written-values.ts';

/** Where a list goes on: behind the entry with these. Times of the database are finer than a `Date`. */
export interface Place {
  readonly micros: number;
  readonly type: number;
  readonly id: number;
}
/** A coin by its symbol, of any network and contract where none is named. */
export interface CoinAsked {
  readonly symbol: string;
  readonly chain?: string | undefined;
  readonly contract?: string | undefined;
}
export interface Words extends Searched {
  /** By which dollars that are searched for are amounts; without them nothing has a value of now. */
  readonly prices?: (() => readonly AssetPrice[]) | undefined;
}
/** Values in US cents, both included. */
export interface Worth {
  readonly least: bigint | undefined;
  readonly most: bigint | undefined;
}
export interface Filter {
  readonly workspaceId: WorkspaceId;
  /** Any of them; the same holds for coins and statuses. */
  readonly subWallets?: readonly SubWalletId[] | undefined;
  readonly type?: number | undefined;
  readonly coins?: readonly CoinAsked[] | undefined;
  /** A chain's id. */
  readonly network?: string | undefined;
  readonly statuses?: readonly number[] | undefined;
  /** Any of them. */
  readonly txids?: readonly string[] | undefined;
  /** Paid by any of them, or to it. */
  readonly addresses?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
  /** Member or API client who asked. */
  readonly initiator?: string | undefined;
  readonly customer_state?: 'known' | 'unknown' | undefined;
  readonly tag?: string | undefined;
  readonly worth?: Worth | undefined;
  /** Words that are searched for. */
  readonly words?: Words | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  /** Newest first when missing. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly after?: Place | undefined;
}
export type Sql = RawBuilder<unknown>;

/**
 * A list is the merge of *arms*: each is one stretch of an index that stands in the order of the list, so that a page costs what it shows, however many rows
 * there are (docs/decisions/0022). No row is in two arms. An arm is a query of `id` and `created_at` that ends with the `stretch` of it that is wanted: an order
 * and a limit, or nothing for all of it.
 */
export interface Arm {
  (stretch: Sql): Sql;
  /** What it finds is few, in no order of an index: to read it to its end costs as much as to read a page of it. */
  readonly few?: true;
}
export const asFew = (arm: (stretch: Sql) => Sql): Arm => Object.assign(arm, { few: true as const });

/** What a table says of what the other has not, or has otherwise. */
export interface Side {
  readonly table: 'deposits' | 'orders' | 'nft_moves';
  readonly type: number;
}
const deposits: Side = { table: 'deposits', type: transactionType.deposit };
const orders: Side = { table: 'orders', type: transactionType.withdraw };

const nfts: Side = { table: 'nft_moves', type: transactionType.nft };

/** The tables that may hold what is looked for. */
export function sidesOf({ type, requestId, initiator, customer_state, coins, tag, worth }: Filter): readonly Side[] {
  const isNft = type === transactionType.nft;
  const among = (wanted: boolean): boolean => type === undefined || wanted;
  const isAsked = requestId !== undefined || initiator !== undefined;
  return [
    ...(among(type === deposits.type) && !isAsked ? [deposits] : []),
    // What an order sends of NFTs is that order.
    ...(among(isNft || isOrderType(type ?? 0)) && customer_state === undefined ? [orders] : []),
    // They are no coin, are worth nothing, nobody asked for them, and nobody notes anything about them.
    ...(among(isNft) && !isAsked && [customer_state, coins, tag, worth].every((one) => one === undefined)
      ? [nfts]
      : []),
  ];
}

export const way = ({ order }: Filter): Sql => (order === 'asc' ? sql`asc` : sql`desc`);

/** Behind `after`, in the order of the list: by time, of one moment deposits first, then orders, then by id. */
function behind({ after, order }: Filter, { type }: Side): Sql[] {
  if (!after) return [];
  const than = order === 'asc' ? sql`>` : sql`<`;
  const moment = sql`(timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond')`;
  if (type > after.type) return [sql`created_at ${than}= ${moment}`];
  if (type < after.type) return [sql`created_at ${than} ${moment}`];
  return [sql`(created_at, id) ${than} (${moment}, ${after.id}::bigint)`];
}

/** What is asked of the time alone. */
export function timesOf(f: Filter, side: Side): Sql[] {
  const parts = behind(f, side);
  if (f.start !== undefined) parts.push(sql`created_at >= ${f.start}`);
  if (f.end !== undefined) parts.push(sql`created_at < ${f.end}`);
  return parts;
}

/** The column has one of the values: of a single one as an equality, by which an index stands in order. */
export const oneOf = (column: string, values: readonly number[]): Sql =>
  values.length === 1 ? sql`${sql.ref(column)} = ${values[0]}` : sql`${sql.ref(column)} = any(${values}::int[])`;

/** Attempts at a payment are shown with it, and found as it; so are the rows of a batch. Indexes of orders hold nothing else, and are known by it. */
export const isListed = sql`raises is null and batch_of is null`;

/** `sql` of conditions that all hold. */
export const allOf = (parts: readonly Sql[]): Sql => sql.join(parts, sql` and `);

import { transactionType } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import { kindsListed, orderKinds } from '../../orders/kinds/index.ts';
import { paysFurther } from '../../orders/receivers.ts';
import { type Arm, allOf, type Filter, type Side, type Sql, timesOf } from './filter.ts';
import { nftArms } from './nft-arms.ts';
import { type Sought, waysOf } from './search.ts';

/** More arms than this are not merged: planning would take longer than it saves. */
const mostArms = 64;
const kinds = Object.keys(orderKinds);

/** Assets of a symbol, whether or not they are configured still; narrowed by chain and contract where given. Undefined when none is named. */
export async function assetsOf(
  db: ReadDb,
  { symbol, chain_id, contract_address }: Filter,
): Promise<number[] | undefined> {
  if (symbol === undefined) return undefined;
  const parts = [sql`symbol = ${symbol}`];
  if (chain_id !== undefined) parts.push(sql`chain = ${chain_id}`);
  if (contract_address !== undefined) parts.push(sql`contract = ${contract_address}`);
  const { rows } = await sql<{ id: number }>`select id from assets where ${allOf(parts)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Attempts at a payment are shown with it, and found as it; so are the rows of a batch. */
const isListed = sql`raises is null and batch_of is null`;

interface Pair {
  readonly asset_id: number;
  readonly status: number;
}
/** The pairs of coin and status that there are, found by going from one to the next in the index: it reads one entry for each. */
async function pairsOf(db: ReadDb, f: Filter, { table }: Side, assets: readonly number[] | undefined): Promise<Pair[]> {
  const from = sql.table(table);
  const own = [sql`workspace_id = ${f.workspaceId}`];
  if (f.subWalletId !== undefined) own.push(sql`sub_wallet_id = ${f.subWalletId}`);
  // The indexes hold nothing else, and are known by it.
  if (table === 'orders') own.push(isListed);
  const first =
    assets === undefined
      ? sql`(select asset_id, status from ${from} where ${allOf(own)} order by asset_id, status limit 1)`
      : sql`select a.asset_id, n.status from unnest(${assets}::int[]) as a (asset_id) cross join lateral
          (select status from ${from} where ${allOf(own)} and asset_id = a.asset_id order by status limit 1) n`;
  const next =
    assets === undefined
      ? sql`select asset_id, status from ${from} where ${allOf(own)} and (asset_id, status) > (s.asset_id, s.status) order by asset_id, status limit 1`
      : sql`select s.asset_id, status from ${from} where ${allOf(own)} and asset_id = s.asset_id and status > s.status order by status limit 1`;
  const { rows } = await sql<Pair>`${sql.raw(plannedForItsValues)}with recursive seen (asset_id, status) as (${first}
    union all select n.asset_id, n.status from seen s cross join lateral (${next}) n) select asset_id, status from seen`.execute(
    db,
  );
  return rows.filter(({ status }) => f.status === undefined || status === f.status);
}

/** Coin and status as one condition of each row. */
const narrowed = ({ status }: Filter, assets: readonly number[] | undefined): Sql[] => [
  ...(assets === undefined ? [] : [sql`asset_id = any(${assets}::int[])`]),
  ...(status === undefined ? [] : [sql`status = ${status}`]),
];

/** Coin and status as arms, but where the index of one of them, or of neither, stands in the order of the list. */
async function spread(db: ReadDb, f: Filter, side: Side, assets: readonly number[] | undefined): Promise<Sql[][]> {
  const { status } = f;
  const ordered = assets === undefined && (status === undefined || f.subWalletId === undefined);
  if (ordered) return [narrowed(f, assets)];
  const pairs =
    assets !== undefined && status !== undefined
      ? assets.map((asset_id) => ({ asset_id, status }))
      : await pairsOf(db, f, side, assets);
  if (pairs.length > mostArms) return [narrowed(f, assets)];
  return pairs.map((pair) => [sql`asset_id = ${pair.asset_id}`, sql`status = ${pair.status}`]);
}

/** Paid by one of the addresses, or paying it: each way has its index. No two of the spellings are of one network, so no row has one at each side. */
const addressed = (addresses: readonly string[]): Sql[] => [
  // What an account paid to itself is found as paid to it.
  ...addresses.map((address) => sql`address_from = ${address} and address_from <> address_to`),
  ...addresses.map((address) => sql`address_to = ${address}`),
];
/** It pays one of the addresses beside another payee, and was not found by the others. */
const further = (addresses: readonly string[], { table }: Side): Sql[] =>
  table === 'orders'
    ? [
        sql`${paysFurther(addresses)} and not address_to = any(${addresses}::text[]) and not address_from = any(${addresses}::text[])`,
      ]
    : [];

/** Whichever attempt at a payment, or row of a batch, has one of the hashes. */
const madeBy = (txids: readonly string[]): Sql =>
  sql`(txid = any(${txids}::text[]) or id = any(array(select coalesce(raises, batch_of) from orders where coalesce(raises, batch_of) is not null and txid = any(${txids}::text[]))))`;

const kindsOf = (type: number): string[] => kindsListed(type === transactionType.web3 ? 'web3' : 'withdraw');
const ofType = (type: number): Sql =>
  type === transactionType.nft ? sql`sends_nfts(kind, call)` : sql`kind = any(${kindsOf(type)}::text[])`;

/** What is asked of rows beside whose they are. */
function asked(f: Filter, { table }: Side): Sql[] {
  const parts: Sql[] = [];
  if (f.subWalletId !== undefined) parts.push(sql`sub_wallet_id = ${f.subWalletId}`);
  if (f.txids !== undefined) parts.push(table === 'orders' ? madeBy(f.txids) : sql`txid = any(${f.txids}::text[])`);
  // The index has the kind before the id of the request.
  if (f.requestId !== undefined && table === 'orders')
    parts.push(sql`kind = any(${kinds}::text[])`, sql`request_id = ${f.requestId}`);
  if (f.type !== undefined && table === 'orders') parts.push(ofType(f.type));
  if (f.customer_state !== undefined && table === 'deposits')
    parts.push(sql`customer_state = ${f.customer_state}`, sql`customer_state <> ''`);
  return parts;
}
/** What holds in every arm. */
const common = (f: Filter, side: Side): Sql[] => [
  sql`workspace_id = ${f.workspaceId}`,
  ...(side.table === 'orders' ? [isListed] : []),
  ...asked(f, side),
];

/** By the index of the tags, which says the coin and the sub-wallet too; what else is asked is asked of each row. */
function tagged(f: Filter, side: Side, assets: readonly number[] | undefined): Arm {
  const own = [sql`workspace_id = ${f.workspaceId}`, sql`tag = ${f.tag}`, sql`type = ${side.type}`];
  if (f.subWalletId !== undefined) own.push(sql`sub_wallet_id = ${f.subWalletId}`);
  const { addresses } = f;
  const ways = addresses === undefined ? [] : [...addressed(addresses), ...further(addresses, side)];
  const way = ways.length === 0 ? [] : [sql`(${sql.join(ways, sql` or `)})`];
  const rest = [...asked({ ...f, subWalletId: undefined }, side), ...narrowed(f, undefined), ...way];
  const entries = sql`select id, created_at from (select workspace_id, tag, type, transaction_id as id, created_at, asset_id, sub_wallet_id from transaction_tags) t
    where ${allOf([...own, ...narrowed({ ...f, status: undefined }, assets), ...timesOf(f, side)])}`;
  if (rest.length === 0) return entries;
  // `offset 0` keeps it a look at each row that has the tag, one after the other: all of a coin may be most of the table.
  const from = sql.table(side.table);
  return sql`select t.id, t.created_at from (${entries}) t cross join lateral
    (select from ${from} where ${from}.id = t.id and ${allOf([sql`workspace_id = ${f.workspaceId}`, ...rest])} offset 0) fitting`;
}

/** What one asks for beside the words. Those with a tag are told by its table, row by row: as a condition it would be joined, and all that have the tag read. */
const beside = (f: Filter, { type, table }: Side): Sql[] =>
  f.tag === undefined
    ? []
    : [
        sql`(select true from transaction_tags t where t.workspace_id = ${f.workspaceId} and t.tag = ${f.tag} and t.type = ${type}
          and t.created_at = ${sql.ref(`${table}.created_at`)} and t.transaction_id = ${sql.ref(`${table}.id`)} limit 1)`,
      ];

/** The arms of one table by words that are searched for. */
function soughtArms(select: (parts: readonly Sql[]) => Arm, also: readonly Sql[], sought: Sought, side: Side): Arm[] {
  const { ordered, whole } = waysOf(sought, side);
  return [
    ...ordered.map((by) => select([by, ...also])),
    ...whole.map((by) => sql`select id, created_at from (${select([by, ...also])} offset 0) few`),
  ];
}

/**
 * The arms of one table. `assets`: those that are asked for, as `assetsOf` finds them; `sought`: what fits the words that are searched for.
 */
export async function armsOf(
  db: ReadDb,
  f: Filter,
  side: Side,
  { assets, sought }: { readonly assets: readonly number[] | undefined; readonly sought: Sought | undefined },
): Promise<Arm[]> {
  if (side.table === 'nft_moves') return nftArms(f, side);
  if (f.tag !== undefined && !sought) return [tagged(f, side, assets)];
  const select = (parts: readonly Sql[]): Arm =>
    sql`select id, created_at from ${sql.table(side.table)} where ${allOf([...common(f, side), ...parts, ...timesOf(f, side)])}`;
  if (sought) return soughtArms(select, [...narrowed(f, assets), ...beside(f, side)], sought, side);
  if (f.addresses !== undefined) {
    const also = narrowed(f, assets);
    const first = addressed(f.addresses).map((by) => select([by, ...also]));
    // As a whole and not in order: they are few, but to the planner any order might pay several.
    const others = further(f.addresses, side).map(
      (by) => sql`select id, created_at from (${select([by, ...also])} offset 0) further`,
    );
    return [...first, ...others];
  }
  const found =
    f.type === transactionType.nft ||
    f.txids !== undefined ||
    f.requestId !== undefined ||
    f.customer_state !== undefined;
  return (found ? [narrowed(f, assets)] : await spread(db, f, side, assets)).map(select);
}

import { transactionType } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { kindsListed, orderKinds } from '../../orders/kinds/index.ts';
import { paysFurther } from '../../orders/receivers.ts';
import {
  type Arm,
  allOf,
  asFew,
  type CoinAsked,
  type Filter,
  isListed,
  oneOf,
  type Side,
  type Sql,
  timesOf,
} from './filter.ts';
import { nftArms } from './nft-arms.ts';
import { amountColumns, notToItself, otherSide, type Sought, waysOf } from './search.ts';
import { type Select, spread, stretches } from './stretches.ts';

const kinds = Object.keys(orderKinds);

/** Assets of the coins, or the network, that are asked for, whether or not they are configured still. Undefined when neither is named. */
export async function assetsOf(db: ReadDb, { coins, network }: Filter): Promise<number[] | undefined> {
  const onIt = network === undefined ? sql`true` : sql`a.chain = ${network}`;
  if (coins === undefined) {
    if (network === undefined) return undefined;
    const { rows } = await sql<{ id: number }>`select id from assets a where ${onIt} order by id`.execute(db);
    return rows.map(({ id }) => id);
  }
  const column = (of: (coin: CoinAsked) => string | undefined): (string | null)[] =>
    coins.map((one) => of(one) ?? null);
  const { rows } = await sql<{ id: number }>`select distinct a.id from unnest(${column(({ symbol }) => symbol)}::text[],
      ${column(({ chain }) => chain)}::text[], ${column(({ contract }) => contract)}::text[]) as c (symbol, chain, contract)
    join assets a on a.symbol = c.symbol and a.chain = coalesce(c.chain, a.chain) and a.contract = coalesce(c.contract, a.contract) where ${onIt} order by a.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Coin, status and wallet as one condition of each row. */
const narrowed = ({ statuses, subWallets }: Filter, assets: readonly number[] | undefined): Sql[] => [
  ...(assets === undefined ? [] : [sql`asset_id = any(${assets}::int[])`]),
  ...(statuses === undefined ? [] : [oneOf('status', statuses)]),
  ...(subWallets === undefined ? [] : [oneOf('sub_wallet_id', subWallets)]),
];

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
  if (f.txids !== undefined) parts.push(table === 'orders' ? madeBy(f.txids) : sql`txid = any(${f.txids}::text[])`);
  // The index has the kind before the id of the request.
  if (f.requestId !== undefined && table === 'orders')
    parts.push(sql`kind = any(${kinds}::text[])`, sql`request_id = ${f.requestId}`);
  if (f.initiator !== undefined && table === 'orders') parts.push(sql`initiator = ${f.initiator}`);
  if (f.type !== undefined && table === 'orders') parts.push(ofType(f.type));
  if (f.customer_state !== undefined && table === 'deposits')
    parts.push(sql`customer_state = ${f.customer_state}`, sql`customer_state <> ''`);
  return parts;
}
/** What holds in every arm. By the id of its request also an attempt is found, which is told with its payment otherwise. */
const common = (f: Filter, side: Side): Sql[] => [
  sql`workspace_id = ${f.workspaceId}`,
  ...(side.table === 'orders' ? [f.requestId === undefined ? isListed : sql`batch_of is null`] : []),
  ...asked(f, side),
];

/** By the index of the tags, which says the coin and the sub-wallet too; what else is asked is asked of each row. */
function tagged(f: Filter, side: Side, assets: readonly number[] | undefined): Arm {
  const own = [sql`workspace_id = ${f.workspaceId}`, sql`tag = ${f.tag}`, sql`type = ${side.type}`];
  const { addresses } = f;
  const ways = addresses === undefined ? [] : [...addressed(addresses), ...further(addresses, side)];
  const way = ways.length === 0 ? [] : [sql`(${sql.join(ways, sql` or `)})`];
  const rest = [...asked(f, side), ...narrowed({ ...f, subWallets: undefined }, undefined), ...way];
  const entries = sql`select id, created_at from (select workspace_id, tag, type, transaction_id as id, created_at, asset_id, sub_wallet_id from transaction_tags) t
    where ${allOf([...own, ...narrowed({ ...f, statuses: undefined }, assets), ...timesOf(f, side)])}`;
  if (rest.length === 0) return (stretch) => sql`${entries} ${stretch}`;
  // `offset 0` keeps it a look at each row that has the tag, one after the other: all of a coin may be most of the table.
  const from = sql.table(side.table);
  return (stretch) => sql`select t.id, t.created_at from (${entries}) t cross join lateral
    (select from ${from} where ${from}.id = t.id and ${allOf([sql`workspace_id = ${f.workspaceId}`, ...rest])} offset 0) fitting ${stretch}`;
}

/** What one asks for beside the words. Those with a tag are told by its table, row by row: as a condition it would be joined, and all that have the tag read. */
const beside = (f: Filter, { type, table }: Side): Sql[] =>
  f.tag === undefined
    ? []
    : [
        sql`(select true from transaction_tags t where t.workspace_id = ${f.workspaceId} and t.tag = ${f.tag} and t.type = ${type}
          and t.created_at = ${sql.ref(`${table}.created_at`)} and t.transaction_id = ${sql.ref(`${table}.id`)} limit 1)`,
      ];

/** As a whole and not in order: they are few, but to the planner any order might fit. */
const whole = (arm: Arm): Arm =>
  asFew((stretch) => sql`select id, created_at from (${arm(sql`offset 0`)}) few ${stretch}`);

/** The arms of one table by words that are searched for. */
function soughtArms(select: Select, sought: Sought, side: Side, most: number): Arm[] {
  const ways = waysOf(sought, side);
  const withAmount: Select = (by) => select([...by, ...ways.besideAmounts]);
  const withAddress: Select = (by) => select([...by, ...notToItself(side)]);
  return [
    ...stretches({ [otherSide(side)]: 'text' }, ways.addresses, withAddress, most),
    ...ways.named.map((by) => select([by])),
    ...stretches(amountColumns, ways.amounts, withAmount, most),
    ...ways.whole.map((by) => whole(select([by]))),
  ];
}

/**
 * The arms of one table. `assets`: those that are asked for, as `assetsOf` finds them; `sought`: what fits the words that are searched for; `most`: as `mergedFor` says.
 */
export async function armsOf(
  db: ReadDb,
  f: Filter,
  side: Side,
  {
    assets,
    sought,
    most,
  }: { readonly assets: readonly number[] | undefined; readonly sought: Sought | undefined; readonly most: number },
): Promise<Arm[]> {
  if (side.table === 'nft_moves') return nftArms(f, side);
  if (f.tag !== undefined && !sought) return [tagged(f, side, assets)];
  const select: Select = (parts) => (stretch) =>
    sql`select id, created_at from ${sql.table(side.table)} where ${allOf([...common(f, side), ...parts, ...timesOf(f, side)])} ${stretch}`;
  if (sought) {
    const also = [...narrowed(f, assets), ...beside(f, side)];
    return soughtArms((by) => select([...by, ...also]), sought, side, most);
  }
  if (f.addresses !== undefined) {
    const also = narrowed(f, assets);
    const first = addressed(f.addresses).map((by) => select([by, ...also]));
    const others = further(f.addresses, side).map((by) => whole(select([by, ...also])));
    return [...first, ...others];
  }
  const found =
    f.type === transactionType.nft ||
    f.txids !== undefined ||
    f.requestId !== undefined ||
    f.initiator !== undefined ||
    f.customer_state !== undefined;
  return found ? [select(narrowed(f, assets))] : spread(db, f, side, { assets, most, select });
}

import { isOrderType, orderStatus, transactionType, type WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Deposit } from '../../chainwatch/service.ts';
import type { Db, ReadDb, Tx } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import type { AssetPrice } from '../../written-values.ts';
import { armsOf, assetsOf } from './arms.ts';
import { type ByValue, countWorth, findByValue, worthAsked } from './by-value.ts';
import { seekWords } from './each-word.ts';
import type { Entry } from './entry.ts';
import { type Filter, type Place, type Sql, sidesOf } from './filter.ts';
import { growingList, type KnownLong, nothingKnown } from './known-long.ts';
import { type Arms, count, findRefs, type Ref } from './merge.ts';
import { nftStatus } from './nft-arms.ts';
import { mergedFor } from './stretches.ts';

export type { Filter, Place } from './filter.ts';

/** Rows that are counted, and how far page numbers reach: what lies behind goes on by `after`. */
export const countMax = 10_000;

/** Few deposits go back, and to call the function for each of a page takes ten times as long as this look at its index. */
const refundOfDeposit = sql`case when exists (select from deposit_refunds r where r.state <> 'ended' and r.tx = deposits.chain || ' ' || deposits.txid) then deposit_refund_of(deposits) end`;
/** Looked up for each that waits, of a page alone, and never for all of the table at once: hence the limit. */
const unsigned = sql`case when status = ${orderStatus.awaitingApproval}::int then (select true from order_approvals p
  where p.order_id = orders.id and p.member = orders.initiator and p.decision in ('initiate', 'approve') limit 1) is null else false end`;
const depositColumns = sql`id, ${transactionType.deposit}::int as type, '' as request_id, sub_wallet_id, chain, asset_id, amount, address_from, address_to,
  null::jsonb as outputs, memo, customer_memo_id, customer_state, txid, null::int as fee_asset_id, 0::numeric as max_fee, null::numeric as real_fee, null::numeric as fee_worth_cents, status, sub_status, height, block_hash, needed, 0 as source,
  remark, '' as initiator, false as unsigned, true as planned, false as begun, '' as kind, '' as call, created_at, updated_at, worth_cents,
  ${refundOfDeposit} as refund, null::bigint as refunds, '' as way, '' as collection, null::numeric as token_id, '' as batch_name`;
const orderColumns = sql`id, ${transactionType.withdraw}::int as type, request_id, sub_wallet_id, chain, asset_id, amount, address_from, address_to,
  outputs, memo, null::bigint as customer_memo_id, '' as customer_state, coalesce((select a.txid from orders a where a.id = orders.mined_as), txid, '') as txid, fee_asset_id, max_fee, real_fee, fee_worth_cents, status, sub_status, mined_height as height, coalesce(mined_hash, '') as block_hash,
  0 as needed, source, remark, initiator, ${unsigned} as unsigned, plan is not null as planned, exposed_at is not null as begun, kind, call, created_at, updated_at, worth_cents,
  null::bigint as refund, (select r.deposit_id from deposit_refunds r where r.order_id = orders.id) as refunds, '' as way, '' as collection, null::numeric as token_id,
  batch_name`;
const ownAddress = sql`(select a.address from addresses a where a.id = nft_moves.address_id)`;
/** Of what came before anybody kept when it was settled, that is when it was noted. */
const nftColumns = sql`id, ${transactionType.nft}::int as type, '' as request_id, sub_wallet_id, chain, null::int as asset_id, amount,
  case direction when 'in' then other else ${ownAddress} end as address_from, case direction when 'in' then ${ownAddress} else other end as address_to,
  null::jsonb as outputs, '' as memo, null::bigint as customer_memo_id, '' as customer_state, txid, null::int as fee_asset_id, 0::numeric as max_fee, null::numeric as real_fee, null::numeric as fee_worth_cents,
  ${nftStatus} as status, case status when 'confirming' then 'seen' else status end as sub_status, height, block_hash, needed, 0 as source,
  '' as remark, '' as initiator, false as unsigned, true as planned, false as begun, '' as kind, '' as call, created_at, coalesce(settled_at, created_at) as updated_at, null::bigint as worth_cents,
  null::bigint as refund, null::bigint as refunds, direction as way, contract as collection, token_id, '' as batch_name`;

/** Rows of the columns above as entries. */
const withAssets = (workspaceId: WorkspaceId, rows: RawBuilder<unknown>) => sql`
  select u.*, coalesce(a.symbol, 'NFT') as symbol, coalesce(a.contract, u.collection) as contract, coalesce(a.decimals, 0) as decimals, coalesce(f.symbol, '') as fee_symbol, coalesce(f.decimals, 0) as fee_decimals,
    o.status as refund_status, o.amount as refund_amount, coalesce(m.customer, '') as customer, coalesce(n.note, '') as note, coalesce(n.tags, '{}') as tags
  from ${rows} u left join assets a on a.id = u.asset_id left join assets f on f.id = u.fee_asset_id
  left join customer_memos m on m.id = u.customer_memo_id left join orders o on o.id = u.refund
  left join lateral (select note, tags from transaction_notes where workspace_id = ${workspaceId} and type = u.type and transaction_id = u.id
    limit 1) n on true`;

interface FoundArms {
  readonly sides: Arms[];
  /** More fits the words that are searched for. */
  readonly part: boolean;
  /** The list's name, where it only grows. */
  readonly growing: string | undefined;
}
/** Every arm that the list is merged from, by table. */
async function findArms(db: ReadDb, f: Filter, last: number): Promise<FoundArms> {
  const assets = await assetsOf(db, f);
  if (assets?.length === 0) return { sides: [], part: false, growing: undefined };
  const sought = f.words && (await seekWords(db, f.workspaceId, f.words));
  const sides = await Promise.all(
    sidesOf(f).map(async (side) => ({
      type: side.type,
      arms: await armsOf(db, f, side, { assets, sought, most: mergedFor(last) }),
    })),
  );
  const found = sides.filter(({ arms }) => arms.length > 0);
  return { sides: found, part: sought?.part ?? false, growing: growingList(f, sought, assets) };
}

/** The entries themselves, in the order of the references. */
export async function findEntries(db: ReadDb, workspaceId: WorkspaceId, refs: readonly Ref[]): Promise<Entry[]> {
  if (refs.length === 0) return [];
  const ids = (wanted: number): number[] => refs.flatMap(({ type, id }) => (type === wanted ? [id] : []));
  const { rows } = await sql<Entry>`${withAssets(
    workspaceId,
    sql`(select ${depositColumns} from deposits where workspace_id = ${workspaceId} and id = any(${ids(transactionType.deposit)}::bigint[])
      union all
      select ${orderColumns} from orders where workspace_id = ${workspaceId} and id = any(${ids(transactionType.withdraw)}::bigint[])
      union all
      select ${nftColumns} from nft_moves where workspace_id = ${workspaceId} and id = any(${ids(transactionType.nft)}::bigint[]))`,
  )}`.execute(db);
  const byKey = new Map(rows.map((row) => [`${row.type}:${row.id}`, row]));
  return refs.flatMap(({ type, id }) => byKey.get(`${type}:${id}`) ?? []);
}

export interface Found {
  readonly rows: Entry[];
  /** From `after` on; `countMax` at most, and then `bounded` says whether there are more. */
  readonly total: number;
  readonly bounded: boolean;
  /** More fits the words that were searched for than was looked at. */
  readonly part: boolean;
  /** Where the next page goes on; undefined behind the last one. */
  readonly next: Place | undefined;
}
interface Part {
  /** Of the page; of the last one that numbers reach one more, if there is one. */
  readonly refs: readonly Ref[];
  /** To the end of the page where nothing is behind it, else to one more than `countMax`. */
  readonly counted: number;
}
interface Page {
  readonly skip: number;
  readonly size: number;
}
const pastCount = countMax + 1;

/** What is found as a whole is read once: a second statement that counts it would find it again. */
async function fewOf(db: ReadDb, f: Filter, sides: readonly Arms[], { skip, size }: Page): Promise<Part> {
  const all = await findRefs(db, f, sides, { skip: 0, size: pastCount });
  return { refs: all.slice(skip, skip + size), counted: all.length };
}

/** The last page that numbers reach tells by one more row whether there are more than are counted. */
async function lastOf(db: ReadDb, f: Filter, sides: readonly Arms[], { skip, size }: Page): Promise<Part> {
  const refs = await findRefs(db, f, sides, { skip, size: size + 1 });
  return { refs, counted: refs.length > 0 ? skip + refs.length : await count(db, sides, pastCount) };
}

/** So many more than are counted make a list long for good: a reorganisation writes a few deposits anew. */
const spare = 1_000;
/** Rows of a list, to one more than `countMax`; what is known to keep more is not counted again. */
async function countOnce(db: ReadDb, sides: readonly Arms[], growing: string | undefined, long: KnownLong) {
  if (growing === undefined) return count(db, sides, pastCount);
  if (long.has(growing)) return pastCount;
  const most = pastCount + spare;
  const of = (nfts: boolean): Promise<number> | number => {
    const chosen = sides.filter(({ type }) => (type === transactionType.nft) === nfts);
    return chosen.length === 0 ? 0 : count(db, chosen, most);
  };
  // No row is in two arms, so they add up.
  const [coins, nfts] = await Promise.all([of(false), of(true)]);
  if (coins === most) long.add(growing);
  return Math.min(coins + nfts, pastCount);
}

/** @throws tooManyRows for a page further on than page numbers reach */
export async function findPage(
  db: ReadDb,
  f: Filter,
  page: number,
  size: number,
  long: KnownLong = nothingKnown,
): Promise<Found> {
  const { sides, part, growing } = await findArms(db, f, page * size);
  if (sides.length === 0) return { rows: [], total: 0, bounded: false, part, next: undefined };
  const at: Page = { skip: (page - 1) * size, size };
  const { skip } = at;
  const read = async (refs: readonly Ref[]) => findEntries(db, f.workspaceId, refs.slice(0, size));
  const found = async (): Promise<Part & { rows: Entry[] }> => {
    const isFew = sides.every(({ arms }) => arms.every(({ few }) => few));
    if (isFew || (skip < countMax && skip + size >= countMax)) {
      const each = await (isFew ? fewOf : lastOf)(db, f, sides, at);
      return { ...each, rows: await read(each.refs) };
    }
    // Side by side: to count to ten thousand takes as long as to read a page.
    const refs = skip < countMax ? findRefs(db, f, sides, at) : Promise.resolve([]);
    const [rows, counted] = await Promise.all([refs.then(read), countOnce(db, sides, growing, long)]);
    return { refs: await refs, rows, counted };
  };
  const { refs, rows, counted: all } = await found();
  const isAll = refs.length < size && (refs.length > 0 || skip === 0);
  const counted = isAll ? skip + refs.length : all;
  const bounded = counted > countMax;
  if (bounded && skip >= countMax) throw refuse('tooManyRows', { max: countMax });
  return {
    rows,
    total: Math.min(counted, countMax),
    bounded,
    part,
    next: isAll ? undefined : refs[size - 1],
  };
}

/**
 * A page by value, or of what is worth so much, of the `countMax` newest that fit otherwise: further on nothing is looked at, which `bounded` tells of all of them, and
 * `part` of a range.
 * @throws tooManyRows as `findPage` does
 */
export async function findPageByValue(db: ReadDb, f: Filter, asked: ByValue): Promise<Found> {
  const ofNewest = { ...f, order: undefined, after: undefined };
  const { sides, part } = await findArms(db, ofNewest, pastCount);
  if (sides.length === 0) return { rows: [], total: 0, bounded: false, part, next: undefined };
  const { refs, total, newest } = await findByValue(db, ofNewest, sides, countMax, asked);
  const isPast = newest > countMax;
  if (isPast && (asked.page - 1) * asked.size >= countMax) throw refuse('tooManyRows', { max: countMax });
  const rows = await findEntries(db, f.workspaceId, refs);
  const isRange = f.worth !== undefined;
  return { rows, total, bounded: isPast && !isRange, part: part || (isPast && isRange), next: undefined };
}

/** At most so many, behind `after`, of which a range of values may leave some out; where the rest begins, unless these are the last. */
export async function findFrom(
  db: ReadDb,
  f: Filter,
  size: number,
  prices: readonly AssetPrice[] = [],
): Promise<{ rows: Entry[]; next: Place | undefined }> {
  const { sides } = await findArms(db, f, size);
  if (sides.length === 0) return { rows: [], next: undefined };
  const refs = await findRefs(db, f, sides, { skip: 0, size });
  const asked = f.worth ? await worthAsked(db, refs, f.worth, prices) : refs;
  return { rows: await findEntries(db, f.workspaceId, asked), next: refs.length === size ? refs.at(-1) : undefined };
}

/** All of them. */
export async function countAll(db: ReadDb, f: Filter, prices: readonly AssetPrice[] = []): Promise<number> {
  const { sides } = await findArms(db, f, 0);
  if (sides.length === 0) return 0;
  return f.worth ? countWorth(db, sides, f.worth, prices) : count(db, sides, 2 ** 31 - 1);
}

const places: Readonly<Record<number, { readonly table: Sql; readonly columns: Sql }>> = {
  [transactionType.deposit]: { table: sql`deposits`, columns: depositColumns },
  [transactionType.withdraw]: { table: sql`orders`, columns: orderColumns },
  [transactionType.nft]: { table: sql`nft_moves`, columns: nftColumns },
};

export async function findEntry(
  db: Db,
  workspaceId: WorkspaceId,
  type: number,
  id: number,
): Promise<Entry | undefined> {
  const from = isOrderType(type) ? transactionType.withdraw : type;
  const place = places[from];
  if (!place) return undefined;
  const { table, columns } = place;
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
export async function findTags(db: ReadDb, workspaceId: WorkspaceId): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from transaction_tags where workspace_id = ${workspaceId}
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

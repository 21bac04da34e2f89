import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import { type Arm, allOf, type Filter, isListed, type Side, type Sql } from './filter.ts';

/** More arms than this are not merged: planning would take longer than it saves. */
const mostMerged = { near: 3, far: 64 };
/** So many rows of each stretch are read sooner than a merge of many is planned, which takes 0.2 ms for each. */
const nearRows = 100;
/** How many arms are merged for a page that ends at a row of the list. */
export const mergedFor = (last: number): number => (last <= nearRows ? mostMerged.near : mostMerged.far);

/** An arm of a table by what is asked of its rows beside whose they are. */
export type Select = (parts: readonly Sql[]) => Arm;
/** Columns in front of the order in an index, with their types. */
type Columns<V> = Readonly<Partial<Record<keyof V, 'int' | 'numeric' | 'text'>>>;

/**
 * An arm for each of the values that the columns have together. More than `most` are one arm, which goes to each of them in turn and takes from it no more than the
 * page needs: that reads more than a merge does, and is planned once.
 */
export function stretches<V extends object>(
  columns: Columns<V>,
  values: readonly V[],
  select: Select,
  most: number,
): Arm[] {
  const names = Object.keys(columns) as (keyof V & string)[];
  if (values.length <= most)
    return values.map((row) => select(names.map((name) => sql`${sql.ref(name)} = ${String(row[name])}`)));
  const lists = names.map(
    (name) => sql`${values.map((row) => String(row[name]))}::${sql.raw(columns[name] ?? 'int')}[]`,
  );
  const from = sql`unnest(${sql.join(lists)}) as v (${sql.join(names.map((name) => sql.ref(name)))})`;
  const each = select(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`));
  return [
    (stretch) =>
      sql`select taken.id, taken.created_at from ${from} cross join lateral (${each(stretch)}) taken ${stretch}`,
  ];
}

interface Pair {
  /** Null where no wallet is asked for. */
  readonly sub_wallet_id: number | null;
  readonly asset_id: number;
  readonly status: number;
}
/**
 * The pairs of coin and status that there are, of each wallet where wallets are asked for, found by going from one to the next in the index: it reads one entry for
 * each.
 */
async function pairsOf(db: ReadDb, f: Filter, { table }: Side, assets: readonly number[] | undefined): Promise<Pair[]> {
  const from = sql.table(table);
  const own = (wallet: string): Sql =>
    allOf([
      sql`workspace_id = ${f.workspaceId}`,
      ...(table === 'orders' ? [isListed] : []),
      ...(f.subWallets === undefined ? [] : [sql`sub_wallet_id = ${sql.ref(wallet)}`]),
    ]);
  const wallets = sql`unnest(${f.subWallets ?? [null]}::int[]) as w (sub_wallet_id)`;
  const first =
    assets === undefined
      ? sql`${wallets} cross join lateral (select asset_id, status from ${from} where ${own('w.sub_wallet_id')} order by asset_id, status limit 1) n`
      : sql`${wallets} cross join unnest(${assets}::int[]) as a (asset_id) cross join lateral
          (select a.asset_id, status from ${from} where ${own('w.sub_wallet_id')} and asset_id = a.asset_id order by status limit 1) n`;
  const next =
    assets === undefined
      ? sql`select asset_id, status from ${from} where ${own('s.sub_wallet_id')} and (asset_id, status) > (s.asset_id, s.status) order by asset_id, status limit 1`
      : sql`select s.asset_id, status from ${from} where ${own('s.sub_wallet_id')} and asset_id = s.asset_id and status > s.status order by status limit 1`;
  const { rows } =
    await sql<Pair>`${sql.raw(plannedForItsValues)}with recursive seen (sub_wallet_id, asset_id, status) as (
      select w.sub_wallet_id, n.asset_id, n.status from ${first}
      union all select s.sub_wallet_id, n.asset_id, n.status from seen s cross join lateral (${next}) n)
    select sub_wallet_id, asset_id, status from seen`.execute(db);
  return rows.filter(({ status }) => f.statuses?.includes(status) ?? true);
}

const walletColumn = { sub_wallet_id: 'int' } as const;
const statusColumn = { status: 'int' } as const;
const pairColumns = { asset_id: 'int', ...statusColumn } as const;

/** Coin, status and wallet as arms. Where the index of one of them, or of neither, stands in the order of the list, they need not be paired. */
export async function spread(
  db: ReadDb,
  f: Filter,
  side: Side,
  {
    assets,
    most,
    select,
  }: { readonly assets: readonly number[] | undefined; readonly most: number; readonly select: Select },
): Promise<Arm[]> {
  const { statuses } = f;
  const wallets = f.subWallets?.map((sub_wallet_id) => ({ sub_wallet_id }));
  if (assets === undefined && statuses === undefined)
    return wallets ? stretches(walletColumn, wallets, select, most) : [select([])];
  if (assets === undefined && statuses && !wallets)
    return stretches(
      statusColumn,
      statuses.map((status) => ({ status })),
      select,
      most,
    );
  const named = (f.subWallets ?? [null]).flatMap((sub_wallet_id) =>
    (assets ?? []).flatMap((asset_id) => (statuses ?? []).map((status) => ({ sub_wallet_id, asset_id, status }))),
  );
  const pairs = named.length > 0 && named.length <= mostMerged.far ? named : await pairsOf(db, f, side, assets);
  return stretches(wallets ? { ...walletColumn, ...pairColumns } : pairColumns, pairs, select, most);
}

import type { AddressId, DepositId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import type { Address } from '../wallet/service.ts';

export interface AddressAsk {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly chain: string;
  readonly keyword: string;
  readonly page: number;
  readonly size: number;
}
export interface AddressRow {
  readonly id: AddressId;
  readonly address: string;
  readonly branch: Address['branch'];
  readonly label: string;
  readonly index: number;
  readonly path: string;
  readonly key_group_id: string;
  readonly attestations: Address['attestations'];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** Where counting ends of those that hold a keyword. Less than other lists count to: a label may be rare among the rows that are read for it. */
const countMax = 2_000;
/** What many hold is mostly in their labels: so many addresses are looked at for those that have one, and of these so many for the keyword. */
const [lookedAt, labelledMax] = [28_000, 2 * countMax];

interface AddressPage {
  readonly rows: AddressRow[];
  readonly total: number;
  /** There are more than `total`. */
  readonly bounded: boolean;
}
type Sql = RawBuilder<unknown>;

const shown = (from: Sql): Sql => sql`
  select a.id, a.address, a.branch, a.label, a.index, a.path, a.key_group_id, a.attestations, a.created_at,
    (select d.created_at from deposits d where d.address_id = a.id order by d.created_at desc limit 1) as last_used_at
  from ${from} a order by a.branch, a.index`;
const ofWallet = ({ workspaceId, subWalletId, chain }: AddressAsk): Sql =>
  sql`workspace_id = ${workspaceId} and sub_wallet_id = ${subWalletId} and chain = ${chain}`;

/** Indexes are given out one after the other and never taken back, so that first and last say how many there are, and where a page is. */
async function findRanges(db: Db, ask: AddressAsk): Promise<{ branch: number; first: number; last: number }[]> {
  const own = sql`(select index from addresses where ${ofWallet(ask)} and branch = b.branch`;
  const { rows } = await sql<{ branch: number; first: number; last: number }>`select * from (
      select b.branch, ${own} order by index limit 1) as first, ${own} order by index desc limit 1) as last from (values (0), (1), (2), (3)) as b (branch)) r
    where first is not null order by branch`.execute(db);
  return rows;
}

async function findAll(db: Db, ask: AddressAsk): Promise<AddressPage> {
  const ranges = await findRanges(db, ask);
  let skip = (ask.page - 1) * ask.size;
  let [left, total]: [number, number] = [ask.size, 0];
  const parts: Sql[] = [];
  for (const { branch, first, last } of ranges) {
    const all = last - first + 1;
    const taken = Math.max(0, Math.min(left, all - skip));
    if (taken > 0)
      parts.push(
        sql`(select * from addresses where ${ofWallet(ask)} and branch = ${branch} and index between ${first + skip} and ${first + skip + taken - 1})`,
      );
    [skip, left, total] = [Math.max(0, skip - all), left - taken, total + all];
  }
  if (parts.length === 0) return { rows: [], total, bounded: false };
  const { rows } = await sql<AddressRow>`${shown(sql`(${sql.join(parts, sql` union all `)})`)}`.execute(db);
  return { rows, total, bounded: false };
}

/** As the index has it (migration 0161), where there is one. */
const text = sql`lower(address || E'\\n' || label)`;
/**
 * The index knows pieces of three letters, and of a whole address it would go through the lists of forty, each of which hundreds share. The end of it is rare enough, and of
 * what has that the rest is looked at.
 */
const rareLetters = 10;

function holds(keyword: string): Sql {
  const [whole, like] = [keyword.toLowerCase(), (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`];
  if (whole.length <= rareLetters) return sql`${text} like ${like(whole)}`;
  return sql`${text} like ${like([...whole].slice(-rareLetters).join(''))} and strpos(${text}, ${whole}) > 0`;
}

/** Do more than are counted hold the keyword, as the first ones with a label tell? False says nothing. Most addresses have none: that is told at once, what they hold is not. */
async function areTooMany(db: Db, ask: AddressAsk): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from
    (select address, label from (select address, label from addresses where ${ofWallet(ask)} order by branch, index limit ${lookedAt}) looked
      where label <> '' limit ${labelledMax}) labelled where ${holds(ask.keyword)} limit ${countMax + 1}) fitting`.execute(
    db,
  );
  return (rows[0]?.n ?? 0) > countMax;
}

async function findFitting(db: Db, ask: AddressAsk): Promise<AddressPage> {
  const where = sql`${ofWallet(ask)} and ${holds(ask.keyword)}`;
  const planned = sql.raw(plannedForItsValues);
  const { rows } = await sql<AddressRow>`${planned}${shown(sql`(select * from addresses where ${where}
      order by branch, index limit ${ask.size} offset ${(ask.page - 1) * ask.size})`)}`.execute(db);
  // Few often fit on the first page, which counts them.
  if (ask.page === 1 && rows.length < ask.size) return { rows, total: rows.length, bounded: false };
  if (await areTooMany(db, ask)) return { rows, total: countMax, bounded: true };
  const counted = await sql<{ n: number }>`${planned}select count(*)::int as n from
      (select from addresses where ${where} limit ${countMax + 1}) fitting`.execute(db);
  const n = counted.rows[0]?.n ?? 0;
  return { rows, total: Math.min(n, countMax), bounded: n > countMax };
}

/** One page of the addresses of a sub-wallet on a chain. */
export const findAddresses = (db: Db, ask: AddressAsk): Promise<AddressPage> =>
  ask.keyword === '' ? findAll(db, ask) : findFitting(db, ask);

/** The label, its row locked; undefined for an address of nobody's or another workspace's. */
export const labelOf = async (tx: Tx, workspaceId: WorkspaceId, id: AddressId): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('addresses')
      .select('label')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.label;
export const setLabel = (tx: Tx, workspaceId: WorkspaceId, id: AddressId, label: string) =>
  tx.updateTable('addresses').set({ label }).where('workspace_id', '=', workspaceId).where('id', '=', id).execute();

/** As `labelOf`, of a deposit's remark. */
export const remarkOf = async (tx: Tx, workspaceId: WorkspaceId, id: DepositId): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('deposits')
      .select('remark')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.remark;
export const setRemark = (tx: Tx, workspaceId: WorkspaceId, id: DepositId, remark: string) =>
  tx.updateTable('deposits').set({ remark }).where('workspace_id', '=', workspaceId).where('id', '=', id).execute();

import type { WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Ref } from './queries.ts';
import { sourceOf } from './rules.ts';
import { fitsOrder, fitsProposal, inSpan, namedOrders, type Span, searchMax, type Words } from './words.ts';

/** Where counting ends: nobody turns that many pages. */
const countMax = 10_000;

export interface EndedAsk {
  readonly statuses: { readonly order: readonly number[]; readonly proposal: readonly number[] };
  readonly itemType: number | undefined;
  readonly words: Words | undefined;
  /** Only what this member asked for, or has decided. */
  readonly asked: string | undefined;
  readonly decided: string | undefined;
  readonly span: Span;
}
type Sql = RawBuilder<unknown>;

const newest = sql`order by created_at desc, id desc`;

/** What of a row is asked for: an index alone answers where that is little. */
function columnsOf({ words, asked }: EndedAsk): Sql {
  if (words !== undefined) return sql`*`;
  return asked === undefined ? sql`id, created_at` : sql`id, created_at, initiator`;
}

interface Table {
  readonly table: 'orders' | 'proposals';
  readonly as: 'o' | 'p';
  readonly source: Ref['source'];
  readonly statuses: readonly number[];
  readonly also: Sql;
}
/** The newest of a table that ended so: a stretch of an index for each status, merged. */
function newestOf(workspaceId: WorkspaceId, { table, statuses, also }: Table, ask: EndedAsk, most: number): Sql {
  const columns = columnsOf(ask);
  const arms = statuses.map(
    (
      status,
    ) => sql`(select ${columns} from ${sql.table(table)} where workspace_id = ${workspaceId} and status = ${sql.lit(status)} and ${also}
      ${newest} limit ${sql.lit(most)})`,
  );
  return sql`(select * from (${sql.join(arms, sql` union all `)}) each_status ${newest} limit ${sql.lit(most)})`;
}

/**
 * What is asked of each row: of orders `o`, or proposals `p`; nothing, where the statuses are all that is asked for. `offset 0` keeps it a look at each row's own
 * approvals, where all of them would be read through.
 */
function asksOf({ words, asked, decided }: EndedAsk, table: 'o' | 'p'): Sql[] {
  const initiator = sql.ref(`${table}.initiator`);
  const approvals =
    table === 'o'
      ? sql`order_approvals a where a.order_id = o.id`
      : sql`proposal_approvals a where a.proposal_id = p.id`;
  return [
    ...(asked === undefined ? [] : [sql`${initiator} = ${asked}`]),
    ...(decided === undefined ? [] : [sql`exists (select from ${approvals} and a.member = ${decided} offset 0)`]),
    ...(words === undefined ? [] : [table === 'o' ? fitsOrder(words) : fitsProposal(words)]),
  ];
}

/** The tables in which something ended so, each with the statuses that say so. */
function tablesOf({ statuses, itemType, span }: EndedAsk) {
  const orders = itemType === undefined || sourceOf(itemType) === 'order' ? statuses.order : [];
  const asked = inSpan(span);
  const typed = itemType === undefined ? asked : sql`${asked} and item_type = ${itemType}`;
  return [
    // A row of a batch was asked for, and agreed to, as the batch.
    { table: 'orders', as: 'o', source: 'order', statuses: orders, also: sql`${asked} and batch_of is null` },
    { table: 'proposals', as: 'p', source: 'proposal', statuses: statuses.proposal, also: typed },
  ].filter(({ statuses: some }) => some.length > 0) as readonly Table[];
}

const every = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `));

/** References to what is asked for, of each table at most `reach` and none twice. */
function references(workspaceId: WorkspaceId, ask: EndedAsk, reach: number): Sql {
  const found = tablesOf(ask).flatMap((of) => {
    const columns = sql`${sql.lit(of.source)} as source, ${sql.ref(`${of.as}.id`)} as id, ${sql.ref(`${of.as}.created_at`)} as created_at`;
    const asks = asksOf(ask, of.as);
    const newest = sql`select ${columns} from ${newestOf(workspaceId, of, ask, reach)} ${sql.ref(of.as)} where ${every(asks)}`;
    if (of.as === 'p' || ask.words === undefined) return [newest];
    return [
      newest,
      sql`select ${columns} from ${namedOrders(workspaceId, ask.words)} n join orders o on o.id = n.id
        where ${of.also} and n.status = any(${of.statuses}::int[]) and ${every(asks)}`,
    ];
  });
  return sql.join(found, sql` union `);
}

/** How many ended so, whatever else is asked of them, counted to `most`, of each table. */
async function countAll(db: Db, workspaceId: WorkspaceId, ask: EndedAsk, most: number): Promise<number[]> {
  const counts = tablesOf(ask).map(({ table, statuses, also }) => {
    const arms = statuses.map(
      (status) =>
        sql`(select from ${sql.table(table)} where workspace_id = ${workspaceId} and status = ${sql.lit(status)} and ${also} limit ${sql.lit(most)})`,
    );
    return sql`select count(*)::int as n from (select from (${sql.join(arms, sql` union all `)}) a limit ${sql.lit(most)}) c`;
  });
  const { rows } = await sql<{ n: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows.map(({ n }) => n);
}

export interface Ended {
  readonly refs: Ref[];
  /** Counted to `countMax`. */
  readonly total: number;
  /** There are older ones, and they were not looked through. */
  readonly older: boolean;
}

/**
 * A page of what has ended so, newest first. What is asked of each row beside how it ended is asked of the newest `searchMax` of each table, and its number and
 * whole address of all.
 */
export async function findEnded(
  db: Db,
  workspaceId: WorkspaceId,
  ask: EndedAsk,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Ended> {
  if (tablesOf(ask).length === 0 || offset >= countMax) return { refs: [], total: 0, older: false };
  const inRows = ask.words !== undefined || ask.asked !== undefined || ask.decided !== undefined;
  const found = references(workspaceId, ask, inRows ? searchMax : offset + limit);
  const page = sql`order by created_at desc, source, id desc limit ${limit} offset ${offset}`;
  if (!inRows) {
    const { rows: refs } = await sql<Ref>`select source, id from (${found}) found ${page}`.execute(db);
    const counts = await countAll(db, workspaceId, ask, countMax);
    const total = counts.reduce((sum, n) => sum + n, 0);
    return { refs, total: Math.min(countMax, total), older: false };
  }
  const { rows: refs } = await sql<Ref>`select source, id from (${found}) found ${page}`.execute(db);
  const isAll = refs.length < limit && (refs.length > 0 || offset === 0);
  const [counted, counts] = await Promise.all([
    isAll ? undefined : sql<{ n: number }>`select count(*)::int as n from (${found}) found`.execute(db),
    countAll(db, workspaceId, ask, searchMax + 1),
  ]);
  return { refs, total: counted?.rows[0]?.n ?? offset + refs.length, older: counts.some((n) => n > searchMax) };
}

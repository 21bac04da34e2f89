import { type OrderId, orderStatus, proposalStatus, todoType, type WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Source, Thing } from './rules.ts';
import { fitsOrder, fitsProposal, inSpan, namedOrders, type Span, searchMax, type Words } from './words.ts';

/** Open orders, and open proposals, that are looked through to tell whose turn it is: those that run out first. */
export const openMax = 2_000;

/** As constants: the indexes of what is open are known by them, and a plan for any value could use none. */
const open = { order: sql.lit(orderStatus.awaitingApproval), proposal: sql.lit(proposalStatus.open) };

export interface Ref {
  readonly source: Source;
  readonly id: number;
}
export interface OpenThing extends Ref {
  readonly item_type: number;
  readonly initiator: string;
  /** As `decisionsText` writes them. */
  readonly decisions: string;
  /** Of when the prices are that have risen since it was asked for; '' where none has. */
  readonly risen: string;
}

/** What runs out first, as orders `o` and proposals `p`. */
const openOrders = (workspaceId: WorkspaceId, most: number) =>
  sql`(select * from orders where workspace_id = ${workspaceId} and status = ${open.order} order by expires_at, id limit ${sql.lit(most)}) o`;
const openProposals = (workspaceId: WorkspaceId, most: number) =>
  sql`(select * from proposals where workspace_id = ${workspaceId} and status = ${open.proposal} order by expires_at, id limit ${sql.lit(most)}) p`;
/** The newest that were asked for in that time: what runs out first may be of any day. */
const openInSpan = (table: 'orders' | 'proposals', workspaceId: WorkspaceId, span: Span, most: number) =>
  sql`(select * from ${sql.table(table)} where workspace_id = ${workspaceId} and status = ${table === 'orders' ? open.order : open.proposal}
    and ${inSpan(span)} order by created_at desc, id desc limit ${sql.lit(most)})`;
const risen = sql`concat(o.risen_quotes -> 0 ->> 'at', ' ', o.told_sums -> 0 ->> 'at')`;

/** What is kept in mind of orders `o` and proposals `p`, without what only a shown row needs; first what runs out first. */
async function findKept(db: Db, orders: RawBuilder<unknown>, proposals: RawBuilder<unknown>): Promise<OpenThing[]> {
  const { rows } = await sql<OpenThing>`
    select source, id, item_type, initiator, coalesce(decisions, '') as decisions, risen from (
      select 'order' as source, o.id, ${todoType.withdraw}::int as item_type, o.initiator, o.expires_at, ${risen} as risen,
          (select string_agg(a.decision || ' ' || a.member, E'\\n' order by a.decision || ' ' || a.member collate "C")
            from order_approvals a where a.order_id = o.id) as decisions
        from ${orders}
      union all
      select 'proposal', p.id, p.item_type, p.initiator, p.expires_at, '',
          (select string_agg(a.decision || ' ' || a.member, E'\\n' order by a.decision || ' ' || a.member collate "C")
            from proposal_approvals a where a.proposal_id = p.id)
        from ${proposals}) kept
    order by expires_at, source, id`.execute(db);
  return rows;
}

/** What is open, first what runs out first; at most `openMax` orders and as many proposals. */
export const findOpen = (db: Db, workspaceId: WorkspaceId): Promise<OpenThing[]> =>
  findKept(db, openOrders(workspaceId, openMax), openProposals(workspaceId, openMax));

/**
 * Another text as soon as `findOpen` would find anything else, at a fraction of what that costs: which items they are, as of
 * which prices, asked for in which words, and how many decisions there are. A decision is only ever added, but where its item is asked for anew, in other words.
 */
export async function stampOpen(db: Db, workspaceId: WorkspaceId): Promise<string> {
  // Their decisions are counted by one walk through an index: a join might be made by reading all there are, and a look for each item takes three times as long.
  const known = (items: RawBuilder<unknown>, said: RawBuilder<unknown>, approvals: RawBuilder<unknown>) =>
    sql`(select concat_ws(' ', count(*), sum(hash_record_extended(row(${said}), 0)),
      (select count(*) from ${approvals} = any(array_agg(id)))) from ${items})`;
  const { rows } = await sql<{ stamp: string }>`select concat_ws(', ',
      ${known(openOrders(workspaceId, openMax), sql`id, digest, risen_quotes, told_sums`, sql`order_approvals a where a.order_id`)},
      ${known(openProposals(workspaceId, openMax), sql`id, digest`, sql`proposal_approvals a where a.proposal_id`)}) as stamp`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}

/** What is open and holds the words: among the `searchMax` that run out first, and by number and whole address wherever it stands. */
export async function findFitting(db: Db, workspaceId: WorkspaceId, words: Words): Promise<OpenThing[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from ${openOrders(workspaceId, searchMax)} where ${fitsOrder(words)}
    union select o.id from ${namedOrders(workspaceId, words)} n join orders o on o.id = n.id
      where n.status = ${open.order} and ${fitsOrder(words)} limit ${sql.lit(searchMax)}`.execute(db);
  const orders = sql`(select * from orders where id = any(${rows.map(({ id }) => id)}::bigint[])) o`;
  const proposals = sql`(select * from ${openProposals(workspaceId, searchMax)} where ${fitsProposal(words)}) p`;
  return findKept(db, orders, proposals);
}

/** What is open of that time, and holds the words where some are given. As many are looked through as of any time; `older`: there are more. */
export async function findOfSpan(
  db: Db,
  workspaceId: WorkspaceId,
  span: Span,
  words: Words | undefined,
): Promise<{ readonly things: OpenThing[]; readonly older: boolean }> {
  const most = words === undefined ? openMax : searchMax;
  const [orders, proposals] = [
    openInSpan('orders', workspaceId, span, most),
    openInSpan('proposals', workspaceId, span, most),
  ];
  const named =
    words &&
    sql`select o.id from ${orders} o where ${fitsOrder(words)} union select o.id from ${namedOrders(workspaceId, words)} n join orders o on o.id = n.id
      where n.status = ${open.order} and ${inSpan(span)} and ${fitsOrder(words)} limit ${sql.lit(searchMax)}`;
  const ids = named && (await sql<{ id: number }>`${named}`.execute(db)).rows.map(({ id }) => id);
  const fitting = ids ? sql`(select * from orders where id = any(${ids}::bigint[])) o` : sql`${orders} o`;
  const things = await findKept(
    db,
    fitting,
    words ? sql`(select * from ${proposals} p where ${fitsProposal(words)}) p` : sql`${proposals} p`,
  );
  const counted = (table: 'orders' | 'proposals') =>
    sql`(select count(*) from ${openInSpan(table, workspaceId, span, most + 1)} n)`;
  const { rows } = await sql<{
    older: boolean;
  }>`select greatest(${counted('orders')}, ${counted('proposals')}) > ${most} as older`.execute(db);
  return { things, older: rows[0]?.older ?? false };
}

/** How many are open, counted to `most`. */
export async function countOpen(db: Db, workspaceId: WorkspaceId, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      (select from orders where workspace_id = ${workspaceId} and status = ${open.order} limit ${most})
      union all (select from proposals where workspace_id = ${workspaceId} and status = ${open.proposal} limit ${most})) open_things`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** In the order of the references; what is not there any more is left out. */
export async function findThings(db: Db, workspaceId: WorkspaceId, refs: readonly Ref[]): Promise<Thing[]> {
  const ids = (wanted: Source): number[] => refs.flatMap(({ source, id }) => (source === wanted ? [id] : []));
  const [orderIds, proposalIds] = [ids('order') as OrderId[], ids('proposal')];
  const [orders, proposals] = await Promise.all([
    orderIds.length === 0
      ? []
      : db
          .selectFrom('orders as o')
          .innerJoin('assets as a', 'a.id', 'o.asset_id')
          .innerJoin('assets as f', 'f.id', 'o.fee_asset_id')
          .selectAll('o')
          .select(['a.symbol', 'a.contract', 'a.decimals', 'f.symbol as fee_symbol', 'f.decimals as fee_decimals'])
          .where('o.workspace_id', '=', workspaceId)
          .where('o.id', '=', sql<OrderId>`any(${orderIds})`)
          .execute(),
    proposalIds.length === 0
      ? []
      : db
          .selectFrom('proposals')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', sql<number>`any(${proposalIds})`)
          .execute(),
  ]);
  const found: Readonly<Record<Source, ReadonlyMap<number, Thing>>> = {
    order: new Map(orders.map((row) => [row.id, { source: 'order', row }])),
    proposal: new Map(proposals.map((row) => [row.id, { source: 'proposal', row }])),
  };
  return refs.flatMap(({ source, id }) => found[source].get(id) ?? []);
}

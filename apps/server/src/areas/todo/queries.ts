import { type OrderId, orderStatus, proposalStatus, todoType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { paysLike } from '../../orders/receivers.ts';
import { kindsWith } from '../../proposals/service.ts';
import { type Source, sourceOf, type Thing } from './rules.ts';

/** Open orders, and open proposals, that are looked through to tell whose turn it is: those that run out first. */
export const openMax = 2_000;
/** Where counting ends: nobody turns that many pages. */
const countMax = 10_000;

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
  /** Holds the words that are looked for. */
  readonly fits: boolean;
}
/** What is looked for: in what an item says, as its number, or as who asked. */
export interface Words {
  readonly text: string;
  /** Members that are called so. */
  readonly members: readonly string[];
}

const pattern = ({ text }: Words): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const orderFits = (words: Words | undefined) =>
  words
    ? sql<boolean>`(${paysLike(pattern(words), 'o')} or o.remark ilike ${pattern(words)}
        or o.id::text = ${words.text} or o.initiator = any(${words.members})
        or exists (select from assets a where a.id = o.asset_id and (a.symbol ilike ${pattern(words)} or a.contract ilike ${pattern(words)})))`
    : sql<boolean>`true`;
/** Of a change of the address book its document too: it holds the addresses. */
const proposalFits = (words: Words | undefined) =>
  words
    ? sql<boolean>`(p.subject::text ilike ${pattern(words)} or p.remark ilike ${pattern(words)} or p.id::text = ${words.text}
        or p.initiator = any(${words.members}) or (p.kind = any(${kindsWith('book')}::text[]) and p.document ilike ${pattern(words)}))`
    : sql<boolean>`true`;

const firstFits = (words: Words | undefined) => (words ? sql`fits desc, ` : sql``);

/** What is open, first what runs out first, without what only a shown row needs; of more than `openMax` what is looked for goes before. */
export async function findOpen(db: Db, workspaceId: WorkspaceId, words: Words | undefined): Promise<OpenThing[]> {
  const { rows } = await sql<OpenThing>`
    select source, id, item_type, initiator, fits, coalesce(decisions, '') as decisions, coalesce(risen, '') as risen from (
      (select 'order' as source, o.id, ${todoType.withdraw}::int as item_type, o.initiator, o.expires_at, ${orderFits(words)} as fits,
          concat(o.risen_quotes -> 0 ->> 'at', ' ', o.told_sums -> 0 ->> 'at') as risen,
          (select string_agg(a.decision || ' ' || a.member, E'\\n' order by a.decision || ' ' || a.member collate "C")
            from order_approvals a where a.order_id = o.id) as decisions
        from orders o where o.workspace_id = ${workspaceId} and o.status = ${open.order}
        order by ${firstFits(words)}o.expires_at, o.id limit ${openMax})
      union all
      (select 'proposal', p.id, p.item_type, p.initiator, p.expires_at, ${proposalFits(words)} as fits, null as risen,
          (select string_agg(a.decision || ' ' || a.member, E'\\n' order by a.decision || ' ' || a.member collate "C")
            from proposal_approvals a where a.proposal_id = p.id)
        from proposals p where p.workspace_id = ${workspaceId} and p.status = ${open.proposal}
        order by ${firstFits(words)}p.expires_at, p.id limit ${openMax})) open_things
    order by expires_at, source, id`.execute(db);
  return rows;
}

/** How many are open in all. */
export async function countOpen(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (
      (select count(*) from orders where workspace_id = ${workspaceId} and status = ${open.order}) +
      (select count(*) from proposals where workspace_id = ${workspaceId} and status = ${open.proposal}))::int as n`.execute(
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
          .select(['a.symbol', 'a.decimals', 'f.symbol as fee_symbol', 'f.decimals as fee_decimals'])
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

export interface EndedAsk {
  readonly statuses: { readonly order: readonly number[]; readonly proposal: readonly number[] };
  readonly itemType: number | undefined;
  readonly words: Words | undefined;
  /** Only what this member asked for, or has decided. */
  readonly asked: string | undefined;
  readonly decided: string | undefined;
}

/** References to what has ended that fits, each table's newest `limit` of them. */
function ended(workspaceId: WorkspaceId, { statuses, itemType, words, asked, decided }: EndedAsk, limit: number) {
  const noOrders = itemType !== undefined && sourceOf(itemType) !== 'order';
  const typed = itemType === undefined ? sql`true` : sql`p.item_type = ${itemType}`;
  const by = (initiator: 'o.initiator' | 'p.initiator') =>
    asked === undefined ? sql`true` : sql`${sql.ref(initiator)} = ${asked}`;
  const decidedOrder =
    decided === undefined
      ? sql`true`
      : sql`exists (select from order_approvals a where a.order_id = o.id and a.member = ${decided})`;
  const decidedProposal =
    decided === undefined
      ? sql`true`
      : sql`exists (select from proposal_approvals a where a.proposal_id = p.id and a.member = ${decided})`;
  return sql`
    (select 'order' as source, o.id, o.created_at from orders o
      where o.workspace_id = ${workspaceId} and o.status = any(${noOrders ? [] : statuses.order}) and ${by('o.initiator')}
        and ${decidedOrder} and ${orderFits(words)}
      order by o.created_at desc, o.id desc limit ${limit})
    union all
    (select 'proposal', p.id, p.created_at from proposals p
      where p.workspace_id = ${workspaceId} and p.status = any(${statuses.proposal}) and ${typed} and ${by('p.initiator')}
        and ${decidedProposal} and ${proposalFits(words)}
      order by p.created_at desc, p.id desc limit ${limit})`;
}

export async function findEnded(
  db: Db,
  workspaceId: WorkspaceId,
  ask: EndedAsk,
  page: { readonly limit: number; readonly offset: number },
): Promise<Ref[]> {
  if (page.offset >= countMax) return [];
  const { rows } = await sql<Ref>`${ended(workspaceId, ask, page.offset + page.limit)}
    order by created_at desc, source, id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countEnded(db: Db, workspaceId: WorkspaceId, ask: EndedAsk): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select least(count(*), ${countMax})::int as n from (${ended(workspaceId, ask, countMax)}) fitting`.execute(db);
  return rows[0]?.n ?? 0;
}

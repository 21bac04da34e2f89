import type { OrderId, WorkspaceId } from '@holdfast/contract';
import { type Approval, digestWords, type Evaluation, type PolicyDocument } from '@holdfast/policy';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy, OrdersService } from '../../orders/service.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import { createEvaluations, keyOf } from './evaluations.ts';
import * as queries from './queries.ts';
import { actionOf, flowsOf, type Item, readDecisions, type Source, sourceOf, statusesOf, type Thing } from './rules.ts';

export { itemStatus, stateOf } from './rules.ts';

export interface TodoAsk {
  readonly status: number;
  readonly scope: 'all' | 'mine' | 'asked';
  readonly itemType?: number | undefined;
  readonly keyword?: string | undefined;
  readonly page: number;
  readonly size: number;
}
export interface TodoDeps {
  readonly db: Db;
  readonly orders: Pick<OrdersService, 'policy' | 'approvals' | 'decided' | 'approvalUrl' | 'evaluation'>;
  readonly proposals: Pick<ProposalsService, 'approvals' | 'approvalUrl' | 'decided' | 'evaluation' | 'rulesOf'>;
}
export type TodoService = ReturnType<typeof createTodo>;
type Open = queries.OpenThing & { readonly mine: boolean };

/** Items read whole at a time when they have to be evaluated. */
const chunk = 100;

/** What is looked for; a name stands for the members who are called so. */
const wordsOf = ({ members }: PolicyDocument, text: string | undefined): queries.Words | undefined => {
  if (!text) return undefined;
  const wanted = text.toLowerCase();
  return { text, members: members.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id) };
};

/** How many of these are to be decided by the member, asked for by the member, and of which kind. */
function countsOf(open: readonly Open[], memberId: string) {
  const kinds = new Map<number, { open: number; mine: number }>();
  for (const { item_type, mine } of open) {
    const kind = kinds.get(item_type) ?? { open: 0, mine: 0 };
    kinds.set(item_type, { open: kind.open + 1, mine: kind.mine + (mine ? 1 : 0) });
  }
  return {
    mine: open.filter(({ mine }) => mine).length,
    asked: open.filter(({ initiator }) => initiator === memberId).length,
    kinds: [...kinds].map(([itemType, count]) => ({ itemType, ...count })).sort((a, b) => a.itemType - b.itemType),
  };
}

/** What waits for decisions: a view over open orders and proposals, never a list of its own that could disagree with them. */
export function createTodo({ db, orders, proposals }: TodoDeps) {
  const evaluations = createEvaluations((thing, approvals) =>
    thing.source === 'order' ? orders.evaluation(thing.row, approvals) : proposals.evaluation(thing.row, approvals),
  );

  async function approvalsOf(things: readonly Thing[]): Promise<Map<string, readonly Approval[]>> {
    const ids = (source: Thing['source']): number[] =>
      things.flatMap((thing) => (thing.source === source ? [thing.row.id] : []));
    const [ofOrders, ofProposals] = await Promise.all([
      orders.approvals(ids('order') as OrderId[]),
      proposals.approvals(ids('proposal')),
    ]);
    return new Map([
      ...[...ofOrders].map(([id, list]) => [keyOf('order', id), list] as const),
      ...[...ofProposals].map(([id, list]) => [keyOf('proposal', id), list] as const),
    ]);
  }
  async function itemsOf(policy: CurrentPolicy, things: readonly Thing[]): Promise<Item[]> {
    const approvals = await approvalsOf(things);
    const evaluated = await evaluations.of(policy, things, approvals);
    return things.flatMap((thing, index) => {
      const evaluation = evaluated[index];
      const own = approvals.get(keyOf(thing.source, thing.row.id)) ?? [];
      return evaluation ? [itemOf(thing, own, evaluation)] : [];
    });
  }
  /** As people are shown them: also when each decision was made, and what was said of it. */
  async function shownOf(policy: CurrentPolicy, things: readonly Thing[]): Promise<Item[]> {
    const ids = (wanted: Source) => things.flatMap(({ source, row }) => (source === wanted ? [row.id] : []));
    const [items, order, proposal] = await Promise.all([
      itemsOf(policy, things),
      orders.decided(ids('order') as OrderId[]),
      proposals.decided(ids('proposal')),
    ]);
    const seen = { order, proposal };
    return items.map((item) => {
      const { source, row } = item.thing;
      return { ...item, seen: seen[source].filter(({ id }) => id === row.id) };
    });
  }
  const itemOf = (thing: Thing, approvals: readonly Approval[], evaluation: Evaluation): Item => ({
    thing,
    approvals,
    evaluation,
    seen: [],
    words: digestWords(Buffer.from(thing.row.digest, 'hex')),
    url:
      thing.source === 'order'
        ? orders.approvalUrl(thing.row.intent_id, thing.row.digest)
        : proposals.approvalUrl(thing.row),
  });

  /** Everything open, first what runs out first, and which of it the member can decide now. */
  async function openOf(
    workspaceId: WorkspaceId,
    memberId: string,
    policy: CurrentPolicy,
    words: queries.Words | undefined,
  ): Promise<Open[]> {
    const open = await queries.findOpen(db, workspaceId, words);
    const unknown = open.filter(({ source, id, decisions }) => !evaluations.find(policy, keyOf(source, id), decisions));
    const fresh = new Map<string, Evaluation>();
    for (let from = 0; from < unknown.length; from += chunk)
      for (const { thing, evaluation } of await itemsOf(
        policy,
        await queries.findThings(db, workspaceId, unknown.slice(from, from + chunk)),
      ))
        fresh.set(keyOf(thing.source, thing.row.id), evaluation);
    return open.map((thing) => {
      const { source, id, initiator, decisions } = thing;
      const evaluation = fresh.get(keyOf(source, id)) ?? evaluations.find(policy, keyOf(source, id), decisions);
      const approvals = readDecisions(decisions);
      const mine = evaluation && actionOf({ open: true, initiator, approvals, evaluation }, memberId) === 1;
      return { ...thing, mine: mine === true };
    });
  }

  /** The references on a page of what has ended, and how many there are. */
  async function endedOf(workspaceId: WorkspaceId, memberId: string, ask: TodoAsk, words: queries.Words | undefined) {
    const wanted = {
      statuses: statusesOf(ask.status),
      itemType: ask.itemType,
      words,
      asked: ask.scope === 'asked' ? memberId : undefined,
      decided: ask.scope === 'mine' ? memberId : undefined,
    };
    const page = { limit: ask.size, offset: (ask.page - 1) * ask.size };
    const [refs, total] = await Promise.all([
      queries.findEnded(db, workspaceId, wanted, page),
      queries.countEnded(db, workspaceId, wanted),
    ]);
    return { refs, total };
  }

  async function baseOf(policy: CurrentPolicy, { source, row }: Thing): Promise<string> {
    if (source !== 'proposal' || row.kind !== 'policy') return '';
    if (row.policy_version === policy.document.version) return policy.text;
    return (await proposals.rulesOf(row.policy_version)) ?? '';
  }

  return {
    async list(workspaceId: WorkspaceId, memberId: string, ask: TodoAsk) {
      const policy = await orders.policy();
      const { document } = policy;
      const words = wordsOf(document, ask.keyword);
      const [open, all] = await Promise.all([
        openOf(workspaceId, memberId, policy, words),
        queries.countOpen(db, workspaceId),
      ]);
      const counts = { ...countsOf(open, memberId), open: all, unseen: Math.max(0, all - open.length) };
      if (ask.status !== 0) {
        const { refs, total } = await endedOf(workspaceId, memberId, ask, words);
        const things = await queries.findThings(db, workspaceId, refs);
        return { items: await shownOf(policy, things), total, counts, document };
      }
      const fitting = open
        .filter(({ fits, item_type }) => fits && (ask.itemType === undefined || ask.itemType === item_type))
        .filter(({ mine, initiator }) => (ask.scope === 'mine' ? mine : ask.scope === 'all' || initiator === memberId))
        .sort((a, b) => Number(b.mine) - Number(a.mine));
      const skip = (ask.page - 1) * ask.size;
      const things = await queries.findThings(db, workspaceId, fitting.slice(skip, skip + ask.size));
      return { items: await shownOf(policy, things), total: fitting.length, counts, document };
    },

    /** One item in whole, with the rules that it changes (`base`), as far as they are known. @throws itemNotFound */
    async info(workspaceId: WorkspaceId, itemType: number, id: number) {
      const policy = await orders.policy();
      const things = await queries.findThings(db, workspaceId, [{ source: sourceOf(itemType), id }]);
      const [item] = await shownOf(policy, things);
      if (!item) throw refuse('itemNotFound', {});
      return { item, document: policy.document, base: await baseOf(policy, item.thing) };
    },

    /** The rules that ask this member. */
    async flows(memberId: string) {
      return flowsOf((await orders.policy()).document, memberId);
    },
  };
}

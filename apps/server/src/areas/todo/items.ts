import type { OrderId } from '@holdfast/contract';
import { type Approval, digestWords } from '@holdfast/policy';
import type { Visitor } from '../../approval-link.ts';
import type { CurrentPolicy, Judged } from '../../orders/service.ts';
import type { TodoParts } from './deps.ts';
import { keyOf } from './evaluations.ts';
import type { Item, Source, Thing } from './rules.ts';

async function approvalsOf(
  { orders, proposals }: TodoParts,
  things: readonly Thing[],
): Promise<Map<string, readonly Approval[]>> {
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

/** @param member who looks: each is led to the page for them */
export async function itemsOf(
  deps: TodoParts,
  policy: CurrentPolicy,
  member: string,
  things: readonly Thing[],
): Promise<Item[]> {
  const approvals = await approvalsOf(deps, things);
  const evaluated = await deps.evaluations.of(policy, things, approvals);
  return things.flatMap((thing, index) => {
    const evaluation = evaluated[index];
    const own = approvals.get(keyOf(thing.source, thing.row.id)) ?? [];
    return evaluation ? [itemOf(deps, thing, own, { policy: policy.document, member, evaluation })] : [];
  });
}

/** As people are shown them: also when each decision was made, and what was said of it. */
export async function shownOf(
  deps: TodoParts,
  policy: CurrentPolicy,
  member: string,
  things: readonly Thing[],
): Promise<Item[]> {
  const ids = (wanted: Source) => things.flatMap(({ source, row }) => (source === wanted ? [row.id] : []));
  const [items, order, proposal] = await Promise.all([
    itemsOf(deps, policy, member, things),
    deps.orders.decided(ids('order') as OrderId[]),
    deps.proposals.decided(ids('proposal')),
  ]);
  const seen = { order, proposal };
  return items.map((item) => {
    const { source, row } = item.thing;
    return { ...item, seen: seen[source].filter(({ id }) => id === row.id) };
  });
}

const itemOf = (
  { orders, proposals }: TodoParts,
  thing: Thing,
  approvals: readonly Approval[],
  visitor: Visitor & { readonly evaluation: Judged },
): Item => ({
  thing,
  approvals,
  evaluation: visitor.evaluation,
  seen: [],
  words: digestWords(Buffer.from(thing.row.digest, 'hex')),
  url:
    thing.source === 'order'
      ? orders.approvalUrl(thing.row.intent_id, thing.row.digest, visitor)
      : proposals.approvalUrl(thing.row, visitor),
});

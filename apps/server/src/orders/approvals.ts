import { type OrderId, orderStatus } from '@holdfast/contract';
import {
  type Approval,
  canDecide,
  intentDigestHex,
  type Member,
  parseIntent,
  type Rule,
  type SignedQuote,
  verifyApproval,
} from '@holdfast/policy';
import { pageOfDecision } from '../approval-link.ts';
import { theSystem } from '../audit/service.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { saidIn } from '../nodes.ts';
import { coinsOf } from '../rules/quotes.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { judge } from './judge.ts';
import { namesOf } from './logged.ts';
import { addEvent, canRelease, leaveToSigners, lockOrders, moveOrder, type Order, releaseOrder } from './moves.ts';
import { findApprovals, findOrderOfEarlier, findOrdersOfIntents } from './queries.ts';
import { isStale } from './reissue.ts';
import { statusOf } from './states.ts';

async function store(tx: Tx, id: OrderId, approval: Approval, page: string): Promise<boolean> {
  const row = await tx
    .insertInto('order_approvals')
    .values({
      order_id: id,
      member: approval.member,
      decision: approval.decision,
      page,
      approval: JSON.stringify(approval),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('member')
    .executeTakeFirst();
  return row !== undefined;
}

/** A verified refusal, and what signers say the coins are worth for an order that has no quotes yet. */
interface Refusal {
  readonly no: Approval;
  readonly member: Member;
  readonly quotes: readonly SignedQuote[];
}

/** How the timeline names a rule: as people named it, else by its kind and place. */
const ruleText = (rule: Rule | undefined): string => (rule ? rule.name || `${rule.level} ${rule.id}` : '');

/** Moves an order as far as the decisions on it carry. Where a signature may exist, a refusal is for its signers to hear, and what no rule allows by now waits. */
async function decide(tx: Tx, deps: OrderDeps, policy: CurrentPolicy, order: Order): Promise<void> {
  const approvals = (await findApprovals(tx, [order.id])).get(order.id) ?? [];
  const { state, refusedBy, rule, problem } = await judge({ ...deps, db: tx }, policy, order, approvals);
  if (!canRelease(order) && state !== 'satisfied') {
    if (state === 'refused') await leaveToSigners(tx, order, refusedBy ?? 'system');
  } else if (state === 'refused')
    await releaseOrder(
      tx,
      order,
      { to: orderStatus.approvalRefused, sub: 'refused', actor: refusedBy ?? 'system' },
      order.admitted_at === null,
    );
  else if (state === 'unsatisfiable') {
    // No further decision helps, so what it holds is not held until it expires.
    const detail = { reason: problem ?? '' };
    await releaseOrder(
      tx,
      order,
      { to: orderStatus.systemRejected, sub: 'rules_changed', actor: 'system', detail },
      order.admitted_at === null,
    );
    await deps.audit.recorder('order.refused')(tx, {
      workspaceId: order.workspace_id,
      object: `order:${order.id}`,
      detail,
    });
  } else if (state === 'satisfied')
    await moveOrder(tx, order, {
      to: orderStatus.awaitingSignature,
      sub: 'approved',
      actor: 'system',
      detail: { rule: ruleText(rule), policy: `${policy.document.id} v${policy.document.version}` },
    });
}

const recordDecision = (tx: Tx, { audit }: OrderDeps, order: Order, approval: Approval) => {
  const { member, credential, decision, intent } = approval;
  return audit.recorder('decision.received', { ...theSystem, actor: `member:${member}`, key: credential })(tx, {
    workspaceId: order.workspace_id,
    object: `order:${order.id}`,
    detail: { decision, intent, ...saidIn(approval) },
  });
};

/** What a signer's feed reports: a decision of which nothing is proven yet. */
export interface Reported {
  readonly intentId: string;
  readonly approval: Approval;
}

/** The order that a decision is on. Only a refusal may be on one that was asked for before: to say no again takes nobody. */
async function decidedOn(db: Db, order: Order | undefined, { intentId, approval }: Reported) {
  const { decision, intent: digest } = approval;
  if (!order && decision !== 'refuse') return undefined;
  const found = order ? { order, intent: order.intent } : await findOrderOfEarlier(db, intentId);
  if (!found) return undefined;
  return intentDigestHex(parseIntent(found.intent)) === digest ? found.order : undefined;
}

/**
 * May this member, whose word was verified, refuse the order as it is asked for now? Facts are of the present intent: an earlier one would count the order
 * itself beside it. Payments asked for since may have led to a rule that names nobody, or others: still may whoever may decide about the wallet, and who
 * approved the order; or one request would silence the refusal of another.
 */
async function mayRefuse(
  tx: Tx,
  deps: OrderDeps,
  policy: CurrentPolicy,
  order: Order,
  { no, member, quotes }: Refusal,
) {
  const asked = order.quotes.length > 0 ? order : { ...order, quotes: [...quotes] };
  const said = [{ ...no, intent: order.digest }];
  const verified = () => ({ ok: true, member }) as const;
  const { refusedBy, action } = await judge({ ...deps, db: tx }, policy, asked, said, verified);
  if (refusedBy !== undefined) return true;
  if (!canDecide(member, String(order.sub_wallet_id))) return false;
  if (action === 'refuse') return true;
  const before = (await findApprovals(tx, [order.id])).get(order.id) ?? [];
  return before.some((one) => one.member === member.id && one.decision === 'approve');
}

/** What the order is worth, where it was asked for again and no signer has been shown it yet: it has no quotes of its own then. */
async function quotesFor(deps: OrderDeps, { document }: CurrentPolicy, order: Order) {
  return order.quotes.length > 0 ? order.quotes : deps.quotes(document, ...coinsOf(order));
}

/** Ends an order by a refusal alone, of its own intent or an earlier one, of somebody who may refuse it under the rules in force. */
async function takeRefusal(tx: Tx, deps: OrderDeps, policy: CurrentPolicy, order: Order, refusal: Refusal) {
  const { no } = refusal;
  if (!(await mayRefuse(tx, deps, policy, order, refusal)) || !(await store(tx, order.id, no, ''))) return false;
  await recordDecision(tx, deps, order, no);
  const move = { to: orderStatus.approvalRefused, sub: 'refused', actor: no.member, detail: saidIn(no) };
  await releaseOrder(tx, order, move, order.admitted_at === null);
  return true;
}

async function takeDecision(tx: Tx, deps: OrderDeps, policy: CurrentPolicy, order: Order, approval: Approval) {
  if (!(await store(tx, order.id, approval, pageOfDecision(policy.document, approval)))) return false;
  const { decision: sub, member: actor } = approval;
  await addEvent(tx, order.id, { to: statusOf(order.status), sub, actor, detail: saidIn(approval) });
  await recordDecision(tx, deps, order, approval);
  await decide(tx, deps, policy, order);
  return true;
}

/**
 * Hands a refusal to every signer: members read other payments to the same payee there, and each tells as still signable what it has not heard of. Nothing rests on
 * it here; whoever does not answer, or is of an earlier release, tells it so a while longer.
 */
async function passOn({ signers }: OrderDeps, approval: Approval): Promise<void> {
  await Promise.allSettled(signers.map((signer) => signer.call('refuse', { approval })));
}

/** A decision whose signature holds, and its order as it was found. */
interface Proven extends Refusal {
  readonly reported: Reported;
  readonly found: Order;
}

/** Nothing of what does not hold. */
function prove(deps: OrderDeps, { document }: CurrentPolicy, reported: Reported, found: Order): Proven[] {
  const { approval: no } = reported;
  const verdict = verifyApproval(document, no);
  if (verdict.ok) return [{ reported, found, no, member: verdict.member, quotes: found.quotes }];
  deps.log.warn({ ...namesOf(found), member: no.member, reason: verdict.reason }, 'a decision does not hold');
  return [];
}

/** Takes it, where the order is locked. */
async function takeProven(tx: Tx, deps: OrderDeps, policy: CurrentPolicy, order: Order, proven: Proven) {
  if (order.status !== orderStatus.awaitingApproval && !canRelease(order)) return false;
  const { no: approval } = proven;
  // It may have been asked for again meanwhile: a decision on the earlier intent must not stand in the way of one on this. Under other rules it is
  // asked for again before anybody can decide on it.
  const isOpen =
    order.status === orderStatus.awaitingApproval && order.digest === approval.intent && !isStale(order, policy);
  if (isOpen) return takeDecision(tx, deps, policy, order, approval);
  return canRelease(order) && approval.decision === 'refuse' && takeRefusal(tx, deps, policy, order, proven);
}

/** Takes decisions on different orders in one transaction; gives those that were new. */
async function takeInOne(deps: OrderDeps, policy: CurrentPolicy, all: readonly Proven[]): Promise<Proven[]> {
  const fresh = await inTransaction(deps.db, async (tx) => {
    const locked = await lockOrders(
      tx,
      all.map(({ found }) => found.id),
    );
    const taken: Proven[] = [];
    for (const proven of all) {
      const order = locked.get(proven.found.id);
      if (order && (await takeProven(tx, deps, policy, order, proven))) taken.push(proven);
    }
    return taken;
  });
  for (const { found, no } of fresh) {
    deps.notifier.changed(found.workspace_id, 'order', found.id);
    deps.notifier.changed(found.workspace_id, 'todo', found.id);
    deps.notifier.changed(found.workspace_id, 'balance', found.sub_wallet_id);
    if (no.decision === 'refuse') void passOn(deps, no);
  }
  return fresh;
}

/** A decision that could not be taken, and why. */
export interface Failure {
  readonly reported: Reported;
  readonly reason: unknown;
}
interface Ended {
  readonly fresh: readonly Proven[];
  readonly failed: readonly Failure[];
}
/** What one of them throws is its own alone. */
async function takeOne(proven: Proven, take: () => Promise<Proven[]>): Promise<Ended> {
  try {
    return { fresh: await take(), failed: [] };
  } catch (reason) {
    return { fresh: [], failed: [{ reported: proven.reported, reason }] };
  }
}
const bothOf = (all: readonly Ended[]): Ended => ({
  fresh: all.flatMap(({ fresh }) => fresh),
  failed: all.flatMap(({ failed }) => failed),
});

/** Decisions other than refusals. Where they cannot be taken together, each is by itself: what is wrong with one keeps none of the others. */
async function takeTogether(deps: OrderDeps, policy: CurrentPolicy, all: readonly Proven[]): Promise<Ended> {
  try {
    return { fresh: await takeInOne(deps, policy, all), failed: [] };
  } catch (error) {
    if (all.length > 1) deps.log.warn({ err: error, decisions: all.length }, 'decisions are taken one by one');
    return bothOf(await Promise.all(all.map((one) => takeOne(one, () => takeInOne(deps, policy, [one])))));
  }
}
/** It gives coins back, and one order may have one on its present intent and one on an earlier: each is by itself. */
const takeRefused = (deps: OrderDeps, policy: CurrentPolicy, proven: Proven): Promise<Ended> =>
  takeOne(proven, async () => {
    const quotes = await quotesFor(deps, policy, proven.found);
    return takeInOne(deps, policy, [{ ...proven, quotes }]);
  });

/** In one transaction: more of them hold each other's orders for longer. */
const mostInOne = 8;
/** An approval may end its order too, and give coins back: balances are locked in one order, as requests lock them. */
const byBalance = ({ found: a }: Proven, { found: b }: Proven): number =>
  a.sub_wallet_id - b.sub_wallet_id || a.asset_id - b.asset_id;

function takeProvenAll(deps: OrderDeps, policy: CurrentPolicy, all: readonly Proven[]): Promise<Ended[]> {
  const rest = all.filter(({ no }) => no.decision !== 'refuse').sort(byBalance);
  const together = Array.from({ length: Math.ceil(rest.length / mostInOne) }, (_, n) =>
    rest.slice(n * mostInOne, (n + 1) * mostInOne),
  );
  return Promise.all([
    ...together.map((part) => takeTogether(deps, policy, part)),
    ...all.filter(({ no }) => no.decision === 'refuse').map((one) => takeRefused(deps, policy, one)),
  ]);
}

interface Found {
  readonly reported: Reported;
  readonly order?: Order | undefined;
  readonly failed?: Failure;
}
async function findAll(deps: OrderDeps, all: readonly Reported[]): Promise<Found[]> {
  const orders = await findOrdersOfIntents(
    deps.db,
    all.map(({ intentId }) => intentId),
  );
  const find = async (reported: Reported): Promise<Found> => {
    try {
      return { reported, order: await decidedOn(deps.db, orders.get(reported.intentId), reported) };
    } catch (reason) {
      return { reported, failed: { reported, reason } };
    }
  };
  return Promise.all(all.map(find));
}

export interface Taken {
  /** Those that were new. */
  readonly fresh: readonly Reported[];
  /** Those that are on no order. */
  readonly others: readonly Reported[];
  readonly failed: readonly Failure[];
}
/**
 * Takes decisions on different intents that a signer's feed reported. One counts only if its signature holds over exactly its order's intent: neither the feed nor
 * we can make one. A refusal counts also when the order was approved meanwhile and no signature may exist, or when the rules have changed: of the intent
 * that was asked for before, whether or not it is asked for again already. An approval never does. Taking the same decision again changes nothing.
 */
export async function takeApprovals(deps: OrderDeps, all: readonly Reported[]): Promise<Taken> {
  const found = await findAll(deps, all);
  const others = found.flatMap(({ reported, order, failed }) => (order || failed ? [] : [reported]));
  const unread = found.flatMap(({ failed }) => failed ?? []);
  if (!found.some(({ order }) => order)) return { fresh: [], others, failed: unread };
  const policy = await deps.policy();
  const proven = found.flatMap(({ reported, order }) => (order ? prove(deps, policy, reported, order) : []));
  const { fresh, failed } = bothOf(await takeProvenAll(deps, policy, proven));
  return { fresh: fresh.map(({ reported }) => reported), others, failed: [...unread, ...failed] };
}

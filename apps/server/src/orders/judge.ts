import {
  type Approval,
  type Attached,
  type Bound,
  boundsFor,
  type Evaluation,
  evaluate,
  type Facts,
  type Intent,
  isRow,
  type Room,
  readAttached,
  roomFor,
  unknownValue,
  verifyApproval,
} from '@holdfast/policy';
import { type FactsDeps, gatherFacts, type OrderQuotes } from '../rules/facts.ts';
import { parsedIntent } from '../rules/parsed.ts';
import type { CurrentPolicy } from './deps.ts';
import type { Order } from './moves.ts';

/** An order's intent, and the document that it names. */
export function documentsOf(order: Pick<Order, 'intent' | 'payment_intent'>): [intent: Intent, attached: Attached] {
  const intent = parsedIntent(order.intent);
  // The document of a row or a step is what was decided on, and nobody decides on them.
  return [intent, isRow(intent) ? {} : readAttached(intent.kind, order.payment_intent)];
}

/** What rules are asked with. */
async function knownOf(
  deps: FactsDeps,
  policy: CurrentPolicy,
  order: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes,
) {
  const [intent, attached] = documentsOf(order);
  return { intent, attached, facts: await gatherFacts(deps, policy, intent, order, attached) };
}

/**
 * What the rules in force say of an order with these decisions, as far as the server can know.
 * @param verify for whoever has verified these very decisions already
 */
export async function judge(
  deps: FactsDeps,
  policy: CurrentPolicy,
  order: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes,
  approvals: readonly Approval[],
  verify = verifyApproval,
): Promise<Evaluation> {
  const { intent, facts, attached } = await knownOf(deps, policy, order);
  return evaluate(policy.document, intent, approvals, facts, attached, verify);
}

/** `unknown`: a rule may speak of it or not, since this value is not known, and so it has to be satisfied. */
export type Judged = Evaluation & { readonly unknown?: ReturnType<typeof unknownValue> };

/** The same for people to read, with what they are told beside it. */
export async function judgeToTell(...[deps, policy, order, approvals]: Parameters<typeof judge>): Promise<Judged> {
  const { intent, facts, attached } = await knownOf(deps, policy, order);
  const found = evaluate(policy.document, intent, approvals, facts, attached);
  return { ...found, unknown: unknownValue(policy.document, intent, facts, attached) };
}

/** The limits that rules have for payments like it, with what is left of each, as far as the server can know. */
export async function boundsOf(
  deps: FactsDeps,
  policy: CurrentPolicy,
  order: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes,
): Promise<Bound[]> {
  const [intent, attached] = documentsOf(order);
  const ask = (facts: Facts) => boundsFor(policy.document, intent, facts, attached);
  return ask(await gatherFacts(deps, policy, intent, order, attached, ask));
}

/** What limits let a payment be that they refuse, as far as the server can know; undefined where they are not what refuses it. */
export async function roomOf(
  deps: FactsDeps,
  policy: CurrentPolicy,
  order: Pick<Order, 'intent' | 'payment_intent'> & OrderQuotes,
): Promise<Room | undefined> {
  const [intent, attached] = documentsOf(order);
  const ask = (facts: Facts) => roomFor(policy.document, intent, facts);
  return ask(await gatherFacts(deps, policy, intent, order, attached, ask));
}

import { type Approval, type Evaluation, evaluate, parseIntent, readAttached, verifyApproval } from '@holdfast/policy';
import { type FactsDeps, gatherFacts, type OrderQuotes } from '../rules/facts.ts';
import type { CurrentPolicy } from './deps.ts';
import type { Order } from './moves.ts';

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
  const intent = parseIntent(order.intent);
  const attached = readAttached(intent.kind, order.payment_intent);
  const facts = await gatherFacts(deps, policy, intent, order, attached);
  return evaluate(policy.document, intent, approvals, facts, attached, verify);
}

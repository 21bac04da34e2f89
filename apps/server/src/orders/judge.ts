import { type Approval, type Evaluation, evaluate, parseIntent } from '@holdfast/policy';
import { type FactsDeps, gatherFacts } from '../rules/facts.ts';
import type { CurrentPolicy } from './deps.ts';
import type { Order } from './moves.ts';

/** What the rules in force say of an order with these decisions, as far as the server can know. */
export async function judge(
  deps: FactsDeps,
  { document }: CurrentPolicy,
  order: Pick<Order, 'intent' | 'quotes'>,
  approvals: readonly Approval[],
): Promise<Evaluation> {
  const intent = parseIntent(order.intent);
  return evaluate(document, intent, approvals, await gatherFacts(deps, document, intent, order.quotes));
}

import { setImmediate as turn } from 'node:timers/promises';
import type { OrderId } from '@holdfast/contract';
import type { Approval, Evaluation } from '@holdfast/policy';
import type { CurrentPolicy, Order, OrdersService } from '../../orders/service.ts';
import type { Decided } from './rules.ts';

const knownMax = 20_000;
/** How long other requests may have to wait for signatures that are being checked. */
const sliceMs = 10;

/**
 * What an evaluation depends on beside the order itself, whose intent never changes: the rules in force and who decided what. Decisions are
 * only ever added.
 */
const stampOf = (policy: CurrentPolicy, decisions: readonly Decided[]): string =>
  [policy.hash, ...decisions.map(({ member, decision }) => `${decision} ${member}`).sort()].join('\n');

/**
 * Evaluations of orders. Checking a signature costs milliseconds, so each is checked once per process and rules, and the event loop goes on
 * meanwhile.
 */
export function createEvaluations(evaluationOf: OrdersService['evaluation']) {
  const known = new Map<OrderId, { readonly stamp: string; readonly evaluation: Evaluation }>();

  function find(policy: CurrentPolicy, id: OrderId, decisions: readonly Decided[]): Evaluation | undefined {
    const found = known.get(id);
    return found?.stamp === stampOf(policy, decisions) ? found.evaluation : undefined;
  }
  async function work(policy: CurrentPolicy, order: Order, approvals: readonly Approval[]): Promise<Evaluation> {
    const { id } = order;
    const evaluation = await evaluationOf(order, approvals);
    known.delete(id);
    const [oldest] = known.keys();
    if (known.size >= knownMax && oldest !== undefined) known.delete(oldest);
    known.set(id, { stamp: stampOf(policy, approvals), evaluation });
    return evaluation;
  }
  return {
    find,
    /** One for each order, in their order. */
    async of(
      policy: CurrentPolicy,
      orders: readonly Order[],
      approvals: ReadonlyMap<OrderId, readonly Approval[]>,
    ): Promise<Evaluation[]> {
      const result: Evaluation[] = [];
      let since = performance.now();
      for (const order of orders) {
        const own = approvals.get(order.id) ?? [];
        result.push(find(policy, order.id, own) ?? (await work(policy, order, own)));
        if (performance.now() - since < sliceMs) continue;
        await turn();
        since = performance.now();
      }
      return result;
    },
  };
}

import { setImmediate as turn } from 'node:timers/promises';
import type { Approval } from '@holdfast/policy';
import type { CurrentPolicy, Judged } from '../../orders/service.ts';
import { decisionsText, type Payment, type Source, type Thing } from './rules.ts';

const knownMax = 20_000;
/** How long other requests may have to wait for signatures that are being checked. */
const sliceMs = 10;

/** An order and a proposal may have the same number. */
export const keyOf = (source: Source, id: number): string => `${source}:${id}`;

/**
 * What an evaluation depends on beside the item itself, whose intent never changes: who decided what, and the times of the prices that have risen since and of the
 * windows that signers told of. All are only ever added to.
 */
interface Changing {
  readonly decisions: string;
  readonly risen: string;
}
const risenOf = ({ risen_quotes: [quote], told_sums: [sum] }: Payment): string => `${quote?.at ?? ''} ${sum?.at ?? ''}`;
const changingOf = (thing: Thing, approvals: readonly Approval[]): Changing => ({
  decisions: decisionsText(approvals),
  risen: thing.source === 'order' ? risenOf(thing.row) : '',
});
/** And the rules in force. */
const stampOf = (policy: CurrentPolicy, { decisions, risen }: Changing): string =>
  `${policy.hash}\n${risen}\n${decisions}`;

/**
 * Evaluations of what is decided about. Checking a signature costs milliseconds, so each is checked once per process and rules, and the event
 * loop goes on meanwhile.
 */
export function createEvaluations(evaluationOf: (thing: Thing, approvals: readonly Approval[]) => Promise<Judged>) {
  const known = new Map<string, { readonly stamp: string; readonly evaluation: Judged }>();

  function find(policy: CurrentPolicy, key: string, changing: Changing): Judged | undefined {
    const found = known.get(key);
    return found?.stamp === stampOf(policy, changing) ? found.evaluation : undefined;
  }
  async function work(policy: CurrentPolicy, thing: Thing, approvals: readonly Approval[]): Promise<Judged> {
    const key = keyOf(thing.source, thing.row.id);
    const evaluation = await evaluationOf(thing, approvals);
    known.delete(key);
    const [oldest] = known.keys();
    if (known.size >= knownMax && oldest !== undefined) known.delete(oldest);
    known.set(key, { stamp: stampOf(policy, changingOf(thing, approvals)), evaluation });
    return evaluation;
  }
  return {
    find,
    /** One for each thing, in their order. */
    async of(
      policy: CurrentPolicy,
      things: readonly Thing[],
      approvals: ReadonlyMap<string, readonly Approval[]>,
    ): Promise<Judged[]> {
      const result: Judged[] = [];
      let since = performance.now();
      for (const thing of things) {
        const key = keyOf(thing.source, thing.row.id);
        const own = approvals.get(key) ?? [];
        result.push(find(policy, key, changingOf(thing, own)) ?? (await work(policy, thing, own)));
        if (performance.now() - since < sliceMs) continue;
        await turn();
        since = performance.now();
      }
      return result;
    },
  };
}

import { createHash } from 'node:crypto';
import {
  createSpendings,
  evaluate,
  type Facts,
  parsePolicy,
  policyText,
  type SeniorRule,
  spentFrom,
} from '../packages/policy/src/index.ts';
import { crew, rule } from '../packages/policy/test/cases/crew.ts';
import { refOf, transfer } from '../packages/policy/test/fixtures.ts';
import type { Figure } from './run.ts';

const [rules, payments, orders] = [500, 100_000, 300];
const hour = 3_600_000;
const now = 1_763_700_000_000;

/** Every rule looks into a window of its own, and none matches: the longest way there is. */
function windowRule(n: number): SeniorRule {
  const scope = (['wallet', 'workspace', 'member'] as const)[n % 3] ?? 'wallet';
  const amount = { unit: 'usd' as const, over: '', upTo: '1', hours: String(1 + (n % 720)), scope };
  return { ...rule('pass', { amount }), id: `r${n}`, name: `Rule ${n}` };
}

/** A month of payments by ten members out of twenty sub-wallets in ten assets. */
function month(): Facts {
  const spendings = createSpendings();
  for (let n = 0; n < payments; n++) {
    const at = now - 720 * hour + Math.floor((n * 720 * hour) / payments);
    const asset = `evm:31337|${n % 10 === 0 ? '' : n % 10}`;
    const [wallet, member] = [String(1 + (n % 20)), `m${Math.floor(n / 20) % 10}`];
    spendings.add({ id: String(n), at, wallet, member, asset, units: 1n, cents: 100n });
  }
  return { price: () => '2000', spent: spentFrom(spendings, now), isInternal: () => false, isListed: () => false };
}

function millis(times: number, work: () => unknown): number {
  for (let n = 0; n < 20; n++) work();
  const start = performance.now();
  for (let n = 0; n < times; n++) work();
  return (performance.now() - start) / times;
}

export async function run(): Promise<{ rows: Figure[] }> {
  const text = policyText({ ...crew, senior: Array.from({ length: rules }, (_, n) => windowRule(n)) });
  const policy = parsePolicy(text);
  const [intent, facts] = [transfer({ policy: refOf(policy) }), month()];
  const { rule: met } = evaluate(policy, intent, [], facts);
  if (met?.level !== 'basic') throw new Error(`no rule should match, but ${met?.id} did`);
  const own = millis(orders, () => evaluate(policy, intent, [], facts));
  const yardstick = millis(orders, () =>
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(text)))
      .digest(),
  );
  const name = `evaluation of an order, ${rules} rules with windows over ${payments.toLocaleString('en-US')} payments`;
  const beside = `parsing, writing and hashing the same document: ${yardstick.toFixed(2)} ms`;
  return { rows: [{ name, value: own, unit: 'ms', aim: '≤ 1 ms', yardstick: beside }] };
}

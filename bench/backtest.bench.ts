import { compare, type PastPayment, parsePolicy, policyText, type SeniorRule } from '../packages/policy/src/index.ts';
import { crew, rule } from '../packages/policy/test/cases/crew.ts';
import type { Figure } from './run.ts';

const [rules, payments] = [50, 100_000];
const hour = 3_600_000;
const start = 1_763_700_000_000;

/** Every rule looks into a window of its own, and few match: nearly the longest way there is. */
function windowRule(n: number): SeniorRule {
  const scope = (['wallet', 'workspace', 'member'] as const)[n % 3] ?? 'wallet';
  const amount = { unit: 'usd' as const, over: '9999999999', upTo: '', hours: String(1 + 14 * n), scope };
  return { ...rule('refuse', { amount }), id: `r${n}`, name: `Rule ${n}` };
}

/** Ninety days of payments by three members out of twenty sub-wallets in ten assets. */
const history = (): PastPayment[] =>
  Array.from({ length: payments }, (_, n) => ({
    id: String(n),
    at: start + Math.floor((n * 90 * 24 * hour) / payments),
    counted: n % 7 !== 0,
    wallet: String(1 + (n % 20)),
    initiator: (['ann', 'bob', 'cem'] as const)[n % 3] ?? 'ann',
    chain: 'evm:31337',
    contract: n % 10 === 0 ? '' : `0x${n % 10}`,
    decimals: 18,
    outputs: [{ amount: `${1 + (n % 9)}00000000000000000`, entry: '', own: false, listedMs: undefined }],
    price: '2000.5',
  }));

/** Time of the processor: one thread does all the work, and the machine has other things to do. */
function seconds<T>(work: () => T): { took: number; made: T } {
  const from = process.cpuUsage();
  const made = work();
  const { user, system } = process.cpuUsage(from);
  return { took: (user + system) / 1e6, made };
}

export async function run(): Promise<{ rows: Figure[] }> {
  const senior = Array.from({ length: rules }, (_, n) => windowRule(n));
  const inForce = parsePolicy(policyText({ ...crew, senior }));
  const first = {
    ...rule('refuse', { amount: { unit: 'usd', over: '150000', upTo: '', hours: '0', scope: 'wallet' } }),
    id: 'new',
  };
  const draft = parsePolicy(policyText({ ...crew, senior: [first, ...senior] }));
  const past = history();
  const own = seconds(() => compare(past, inForce, draft));
  if (own.made.differences.length === 0) throw new Error('the draft should judge some payments differently');
  const text = JSON.stringify(past);
  const parsing = seconds(() => JSON.parse(text)).took;
  const name = `back-test of ${payments.toLocaleString('en-US')} orders, ${rules} rules with windows, against the rules in force, CPU`;
  const beside = `parsing the same orders from JSON: ${parsing.toFixed(2)} s`;
  return { rows: [{ name, value: own.took, unit: 's', aim: '< 5 s', yardstick: beside }] };
}

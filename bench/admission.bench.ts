import {
  callText,
  encodeArguments,
  methodOf,
  type PolicyDocument,
  pricesFrom,
  signQuote,
  unconditional,
  type Value,
  verifyApproval,
} from '@holdfast/policy';
import { admissionSteps } from '@holdfast/signer/src/admission/admit.ts';
import type { Step } from '@holdfast/signer/src/admission/types.ts';
import { apply } from '@holdfast/signer/src/state/apply.ts';
import {
  approved,
  now,
  outcome,
  paying,
  payment,
  policy,
  type Scenario,
  under,
} from '@holdfast/signer/test/scenario.ts';
import { evmPayee, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Figure } from './run.ts';

const orders = 200;

async function millis(work: () => unknown): Promise<number> {
  for (let n = 0; n < 20; n++) await work();
  const start = performance.now();
  for (let n = 0; n < orders; n++) await work();
  return (performance.now() - start) / orders;
}

/** All admission steps of one approved payment at one signer, up to where the decision would be written; each payment is another one. */
async function admission(family: 'evm' | 'bitcoin'): Promise<Figure> {
  const asked = Array.from({ length: orders + 20 }, () => paying(payment(family)));
  let next = 0;
  const value = await millis(async () => {
    const scenario = asked[next++ % asked.length];
    const got = scenario ? await outcome(scenario) : 'none';
    if (got !== 'admitted') throw new Error(`the order was not admitted: ${got}`);
  });
  const approvals = approved(payment(family));
  const yardstick = await millis(() => {
    if (!approvals.every((approval) => verifyApproval(policy, approval).ok))
      throw new Error('an approval does not hold');
  });
  const name = `admission of a payment with ${approvals.length} approvals at one signer (${family}), without the disk`;
  return { name, value, unit: 'ms', yardstick: `verifying its approvals once: ${yardstick.toFixed(2)} ms` };
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** How many times as long the first takes as the second: by turns, the middle of all, so that a busy machine slows both. */
async function timesAsLong(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<number> {
  const taken: [number[], number[]] = [[], []];
  for (let n = 0; n < 2 * orders; n++)
    for (const [i, work] of [first, second].entries()) {
      const start = performance.now();
      await work();
      if (n >= 20) taken[i]?.push(performance.now() - start);
    }
  return middle(taken[0]) / middle(taken[1]);
}

async function admitted(scenario: Scenario, steps: readonly Step[] = admissionSteps): Promise<void> {
  const got = await outcome(scenario, steps);
  if (got !== 'admitted') throw new Error(`the order was not admitted: ${got}`);
}

/** What fees add: their budget of a day, of a wallet that made many payments today, and what miners are offered beside many payments before. */
async function withFees(): Promise<Figure> {
  const without = admissionSteps.filter(({ name }) => name !== 'feeBudget' && name !== 'bid');
  const busy = (): Scenario => {
    const scenario = paying();
    const days = Array.from({ length: 40 }, (_, n) => ({ id: String(n), at: now, amount: 1n }));
    scenario.state.fees.set('7|evm:31337', days);
    scenario.state.bids.set(
      'evm:31337',
      Array.from({ length: 50 }, (_, n) => ({ id: String(n), bid: BigInt(n) })),
    );
    return scenario;
  };
  const value = await timesAsLong(
    () => admitted(busy()),
    () => admitted(busy(), without),
  );
  return { name: 'the same with what fees may cost, to without (evm)', value, unit: 'times', aim: '≤ 1.1' };
}

const keys = { '1': ed25519.keygen(), '2': ed25519.keygen() };

/** What both signers say that ether is worth. */
const quoted = () => {
  const said = { deployment: policy.deployment, chain: 'evm:31337', contract: '', usd: '1', at: String(now) };
  return (['1', '2'] as const).map((signer) => signQuote({ ...said, signer }, keys[signer].secretKey));
};

/** A payment that a rule in USD judges, with what it is worth now, or now and when it was announced, and looked at by those who approved it. */
function valued(announced: boolean): Scenario {
  const signers = policy.signers.map((one) => ({ ...one, identity: bytesToHex(keys[one.id as '1' | '2'].publicKey) }));
  const amount = { unit: 'usd', over: '10000', upTo: '', hours: '0', scope: 'wallet' } as const;
  const large = { id: 'large', name: 'large', enabled: 'on', type: 'transfer', action: 'refuse', nodes: [] } as const;
  const rule = { ...large, signProtection: 'on', when: { ...unconditional, amount } } as const;
  const made = under({ senior: [{ ...rule, nodes: [] }], signers }, (ref) => paying(payment('evm', ref)));
  const { request, state } = made;
  if (announced && state.policy) {
    const quotes = quoted();
    apply(state, { type: 'announced', at: now, intent: request.intent, attachments: {}, remark: '', quotes }, 0);
    pricesFrom(state.policy.document, quotes, now);
  }
  return { ...made, request: { ...request, quotes: quoted() } };
}

/** Made before the clock runs: what is measured is admission alone. */
async function withPrices(): Promise<Figure> {
  const made = (announced: boolean) => Array.from({ length: 2 * orders }, () => valued(announced)).values();
  const [both, near] = [made(true), made(false)];
  const next = async (scenarios: typeof both): Promise<void> => {
    const { value } = scenarios.next();
    if (value) await admitted(value);
  };
  const value = await timesAsLong(
    () => next(both),
    () => next(near),
  );
  const name = 'under a rule in USD with prices of the announcement and of now, to those of now alone';
  return { name, value, unit: 'times', aim: '≤ 1.1' };
}

const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${bytesToHex(encodeArguments(method?.inputs ?? [], values))}`;
};
const swapMethod =
  'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)';
const ofEach = { id: 'each', name: 'each', enabled: 'on', signProtection: 'on', action: 'pass' } as const;

/** A swap that a rule about its arguments, and one about payments, let pass: read, decoded, judged twice, built and compared. */
function called(n: number): Scenario {
  const own = payment('evm').from;
  const data = dataOf(swapMethod, BigInt(5_000_000 + n), 1n, [usdc, otherEvmPayee], own, 99n);
  const call = callText(data, [{ contract: usdc, units: BigInt(5_000_000 + n), decimals: '6', symbol: 'USDC' }]);
  const outputs = [{ address: evmPayee, amount: '0', memo: '', entry: '', path: '' }];
  const calls = [{ chain: 'evm:31337', contract: evmPayee, methods: [data.slice(0, 10)] }];
  const args = [{ method: swapMethod, at: '0', least: '', most: '9000000', in: [] }];
  const senior: PolicyDocument['senior'] = [
    { ...ofEach, type: 'web3', when: { ...unconditional, calls, args }, nodes: [] },
    { ...ofEach, id: 'paid', name: 'paid', type: 'transfer', when: unconditional, nodes: [] },
  ];
  return under({ v: '4', senior, book: { mode: 'off', coolingHours: '0' } }, (ref) => {
    const intent = payment('evm', { kind: 'call', outputs, call, ...ref });
    const made = paying(intent, approved(intent));
    return { ...made, request: { ...made.request, purpose: 'call' } };
  });
}

/** What it takes to read a call and to judge it, beside all that a payment is asked for. */
async function withCall(): Promise<Figure> {
  const count = 2 * orders;
  const [calls, payments] = [
    Array.from({ length: count }, (_, n) => called(n)).values(),
    Array.from({ length: count }, () => paying()).values(),
  ];
  const next = async (scenarios: typeof calls): Promise<void> => {
    const { value } = scenarios.next();
    if (value) await admitted(value);
  };
  const value = await timesAsLong(
    () => next(calls),
    () => next(payments),
  );
  return { name: 'a contract call, decoded and admitted, to a payment (evm)', value, unit: 'times', aim: '≤ 1.5' };
}

export const run = async (): Promise<{ rows: Figure[] }> => ({
  rows: [await admission('evm'), await admission('bitcoin'), await withFees(), await withPrices(), await withCall()],
});

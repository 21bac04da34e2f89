import { verifyApproval } from '@holdfast/policy';
import { approved, outcome, paying, payment, policy } from '@holdfast/signer/test/scenario.ts';
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

export const run = async (): Promise<{ rows: Figure[] }> => ({
  rows: [await admission('evm'), await admission('bitcoin')],
});

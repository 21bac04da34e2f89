import { intentDigestHex } from '@holdfast/policy';
import { randomFrom } from '@holdfast/testkit/random';
import { expect, test } from 'vitest';
import { apply } from '../src/state/apply.ts';
import type { SignerState } from '../src/state/state.ts';
import { batchOf3, decidedRow, payingRow, rowOf3 } from './admission/batches.ts';
import { draftOf, now, outcome, paying, payment } from './scenario.ts';

const hour = 3_600_000;
const query = { hours: 24, scope: 'wallet', wallet: '7', member: 'omar', counts: () => true, except: '' } as const;
const whole = 3n * 10n ** 15n + 3n + 2n * 10n ** 16n;
const stateOf = (): SignerState => paying().state;

test('a batch counts once, with its sum and the fee of all rows, from its first row to a day after its last', () => {
  const [state, batch] = [stateOf(), batchOf3()];
  apply(state, decidedRow(batch, 0, now), 0);
  expect(state.spendings.sum(query, now).units).toBe(whole);
  expect(state.spendings.sum({ ...query, except: batch.id }, now).units).toBe(0n);
  apply(state, decidedRow(batch, 1, now + 23 * hour), 1);
  apply(state, decidedRow(batch, 2, now + 23 * hour), 2);
  for (const at of [23, 40, 46]) expect(state.spendings.sum(query, now + at * hour).units).toBe(whole);
  expect(state.spendings.sum(query, now + 48 * hour).units).toBe(0n);
  expect(state.spent.get('7|evm:31337|')).toEqual([{ id: batch.id, at: now + 23 * hour, amount: whole, payments: 3 }]);
  expect(state.fees.get('7|evm:31337')).toEqual([{ id: batch.id, at: now + 23 * hour, amount: 2n * 10n ** 16n }]);
});

test('one that is given up before any row has left counts no more, and one of which a row has left cannot be given up', () => {
  const [state, batch] = [stateOf(), batchOf3({ request: 'invoice-7' })];
  apply(state, decidedRow(batch, 0, now), 0);
  expect(state.batches.get(batch.id)).toEqual({
    digest: intentDigestHex(batch),
    row: rowOf3(batch, 0).id,
    exposed: false,
  });
  apply(state, { type: 'closed', at: now, id: batch.id, digest: intentDigestHex(batch), expires: now }, 1);
  expect(state.spendings.sum(query, now).units).toBe(0n);
  apply(state, decidedRow(batch, 1, now), 2);
  expect(state.spendings.sum(query, now).units).toBe(0n);

  const other = batchOf3();
  apply(state, decidedRow(other, 0, now), 3);
  apply(state, { type: 'exposed', at: now, id: rowOf3(other, 0).id }, 4);
  apply(state, decidedRow(other, 1, now), 5);
  expect(state.batches.get(other.id)?.exposed).toBe(true);
});

test('its request stands for the batch, so that neither another payment nor another batch is made for it', async () => {
  const request = 'invoice-7';
  const [batch, twin] = [batchOf3({ request }), batchOf3({ request })];
  const afterIts = (s: ReturnType<typeof paying>) => {
    apply(s.state, decidedRow(batch, 0, now), 0);
    return outcome(s);
  };
  expect(await afterIts(payingRow(twin))).toBe('intentReused');
  expect(await afterIts(paying(payment('evm', { request })))).toBe('intentReused');
  expect(await afterIts(payingRow(batch, 0))).toBe('admitted');
});

test('what a row is written down as says its batch, and the chain is asked to pay the row alone', async () => {
  const batch = batchOf3();
  const draft = await draftOf(payingRow(batch, 2));
  expect(draft.batch).toEqual({ intent: batch, digest: intentDigestHex(batch) });
  expect(draft.decoded?.outputs).toMatchObject([
    { address: batch.outputs[2]?.address, amount: batch.outputs[2]?.amount },
  ]);
});

/** A server that shuffles rows, nonces, ends and repeats: what two transactions of one row have in common is a nonce. */
test('no row is admitted under two nonces, in whatever order, how often and with which ends in between', async () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? 7);
  const random = randomFrom(seed);
  const batch = batchOf3();
  const s = payingRow(batch);
  const lanes = new Map<string, Set<string>>();
  for (let n = 0; n < 150; n++) {
    const index = random.between(0, 2);
    const nonce = random.between(5, 12);
    const asked = payingRow(batch, index);
    const request = { ...asked.request, plan: { ...(asked.request.plan as object), nonce: String(nonce) } };
    const tried = { ...s, request, now: s.now };
    if ((await outcome(tried)) !== 'admitted') continue;
    const conflict = (await draftOf(tried)).conflict;
    if (!conflict || !('lane' in conflict)) throw new Error('no lane');
    const entry = decidedRow(batch, index, s.now);
    apply(s.state, { ...entry, decision: { ...entry.decision, conflict } }, n);
    if (random.next() < 0.6) apply(s.state, { type: 'exposed', at: s.now, id: entry.decision.id }, n);
    else if (random.next() < 0.2 && !s.state.exposed.has(entry.decision.id))
      apply(
        s.state,
        {
          type: 'closed',
          at: s.now,
          id: entry.decision.id,
          digest: entry.decision.digest,
          expires: entry.decision.expires,
        },
        n,
      );
    const known = lanes.get(entry.decision.id) ?? new Set();
    lanes.set(entry.decision.id, known.add(conflict.lane));
  }
  expect(lanes.size, `seed ${seed}`).toBeGreaterThan(1);
  for (const [, own] of lanes) expect(own.size, `seed ${seed}`).toBe(1);
});

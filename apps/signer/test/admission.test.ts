import { type Intent, policyHash } from '@holdfast/policy';
import { btcPlan, evmPlan, otherEvmPayee, testChains, usdc } from '@holdfast/testkit/signer';
import { describe, expect, test } from 'vitest';
import { admissionSteps } from '../src/admission/admit.ts';
import { apply } from '../src/state/apply.ts';
import { accountOf } from '../src/state/open.ts';
import { batchOf3, besidePaid, ofBatches, payingRow, rowOf3, ruledBySum } from './admission/batches.ts';
import { again, ofChanges, runOut, takenElsewhere, told } from './admission/changes.ts';
import { ofDecisions } from './admission/decisions.ts';
import { besideAPayment, ofMessages, permitting, signing } from './admission/messages.ts';
import { bidding, costs, expired, keptBack, limit, ofPayments, spending, spent } from './admission/payments.ts';
import { after, asking, freeze } from './admission/refusals.ts';
import { ofRequests } from './admission/request.ts';
import { drop, dropping, followed, ofSpeedups, raising, speedup, underWay } from './admission/speedups.ts';
import {
  approved,
  changing,
  coinOf,
  draftOf,
  generating,
  laneOf,
  nextPolicy,
  now,
  outcome,
  outpointOf,
  paying,
  payment,
  remember,
  saysTwo,
} from './scenario.ts';

/** Another intent for what was asked for under one request id, with the nonce of the one that was given up. */
function givenUp() {
  const request = 'invoice-7';
  const given = payment('evm', { request });
  const s = remember(paying(payment('evm', { request })), given, { family: 'evm', lane: laneOf(5) });
  s.state.closed.add(given.id);
  return s;
}

const toAnother = payment('evm').outputs.map((output) => ({ ...output, address: otherEvmPayee }));

/** A payment that was shown to members while another one, which is settled by now, could still be made. */
function besideEnded(other: Partial<Intent>, expires: string) {
  const before = { ...expired, ...other, expires };
  const s = keptBack(paying(), 4, before);
  apply(s.state, { type: 'announced', intent: s.request.intent, attachments: {}, remark: '', at: now - 120_001 }, 0);
  apply(s.state, { type: 'settled', ids: [before.id], at: now }, 1);
  return s;
}

const cases = [...ofRequests, ...ofDecisions, ...ofChanges, ...ofPayments, ...ofSpeedups, ...ofBatches, ...ofMessages];

const othersLimits = [
  { wallet: '8' },
  { chain: 'evm:1' },
  { contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3' },
].map((other) => ({ ...limit, ...other, maxCount: 0 }));

describe('admitted when everything is right', () => {
  test.each([
    ['an ETH payment', () => paying()],
    ['a bitcoin payment', () => paying(payment('bitcoin'))],
    ['a text that a rule names', () => signing()],
    ['a permit that rules about messages and payments let pass', () => permitting(5n)],
    ['a message beside a payment whose nonce is bound', besideAPayment],
    ['a policy change', () => changing()],
    ['a policy change while frozen', () => after(changing(), freeze)],
    ['a key ceremony', () => generating()],
    ['a payment that the hook approves', () => ({ ...paying(), callback: () => Promise.resolve(true) })],
    [
      'a payment within its limits',
      () =>
        after({ ...paying(), velocity: [{ ...limit, maxCount: 3, maxAmount: '13000000000000000' }] }, (s) =>
          spent(s, now - 1_000),
        ),
    ],
    ['a payment under limits of another wallet, chain and asset', () => ({ ...paying(), velocity: othersLimits })],
    [
      'a token payment where no more payments of the coin are allowed that its fee is paid in',
      () => ({
        ...paying(payment('evm', { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } })),
        velocity: [{ ...limit, maxCount: 0 }],
      }),
    ],
    ['a fee as high as what the members signed', () => asking(paying(), { plan: evmPlan(5, 100) })],
    [
      'a payment shown beside one to another payee that ended since and is settled',
      () => besideEnded({ outputs: toAnother }, expired.expires),
    ],
    ['a row of a batch beside a payment to the payee of another row that ended since', () => besidePaid(1)],
    [
      'a payment shown beside one to the same payee that was settled before its end',
      () => besideEnded({}, String(now + 1)),
    ],
    [
      'a payment once the day has passed',
      () => after({ ...paying(), velocity: [{ ...limit, maxCount: 1 }] }, (s) => spent(s, now - 86_400_000)),
    ],
    [
      'a nonce whose intent expired before any session began',
      () => remember(paying(), expired, { family: 'evm', lane: laneOf(5) }),
    ],
    [
      'a nonce whose intent ended after a session had begun',
      () =>
        after(remember(paying(), expired, { family: 'evm', lane: laneOf(5) }), (s) => {
          s.state.exposed.add(expired.id);
        }),
    ],
    [
      'a nonce of an intent that has not ended, two minutes after the last of its transactions died',
      () => remember(paying(), payment('evm'), { family: 'evm', lane: laneOf(5), until: now - 120_000 }),
    ],
    [
      'another transaction of an intent whose last one is dead, and of which no part has left',
      () => {
        const intent = payment('evm');
        return remember(paying(intent), intent, { family: 'evm', lane: laneOf(5), until: now - 120_000 });
      },
    ],
    ['a nonce and a request id of an intent that was given up', () => givenUp()],
    ['as much as is usual offered to miners', () => bidding(100n)],
    [
      'ten times what the last payments offered',
      () =>
        bidding(
          500n,
          Array.from({ length: 10 }, () => 50n),
        ),
    ],
    ['as much as the operator allows', () => bidding(900n, [], 900n)],
    ['a payment that uses its fee budget up', () => costs(paying(), 490_000_000_000_000_000n)],
    ['a payment once the fees of a day ago have passed', () => costs(paying(), 10n ** 18n, now - 86_400_000)],
    [
      'fees above the default, where the operator gives this wallet more',
      () => ({
        ...costs(paying(), 10n ** 18n),
        feeBudget: [
          { wallet: '*', chain: 'evm:31337', maxPerDay: '0' },
          { wallet: '7', chain: 'evm:31337', maxPerDay: '2000000000000000000' },
        ],
      }),
    ],
    ['a payment in the place of one that ended and may still be made', () => keptBack(paying(), 5)],
    [
      'a payment beside one that has not ended',
      () => keptBack(paying(), 4, payment('evm', { expires: String(now + 1_000) })),
    ],
    [
      'a payment beside one that ended, once another takes its place',
      () => {
        const next = payment('evm');
        const s = remember(keptBack(paying()), next, { family: 'evm', lane: laneOf(4) });
        s.state.open.of.get(accountOf(next))?.add(next.id);
        return s;
      },
    ],
    [
      'a payment to the sub-wallet itself beside one that may still be made',
      () => {
        const { outputs, path, from } = payment('evm');
        return keptBack(
          paying(payment('evm', { outputs: outputs.map((output) => ({ ...output, address: from, path })) })),
        );
      },
    ],
    ['an input that only some transactions of an ended intent spend', () => spending([2])],
    ['the input that every transaction of an ended intent spends', () => spending([1, 4])],
    [
      'a payment under a request id that another initiator has used',
      () => {
        const request = 'invoice-7';
        const other = payment('evm', { request, initiator: 'adam' });
        return remember(paying(payment('evm', { request })), other, { family: 'evm', lane: laneOf(4) });
      },
    ],
    [
      'the same intent again with a higher fee under its nonce',
      () => {
        const intent = payment('evm');
        return asking(remember(paying(intent), intent, { family: 'evm', lane: laneOf(5) }), { plan: evmPlan(5, 3) });
      },
    ],
    [
      'the same intent again over its limit: it counts once',
      () => {
        const intent = payment('evm');
        const s = remember(paying(intent), intent, { family: 'evm', lane: laneOf(5) });
        return after({ ...s, velocity: [{ ...limit, maxCount: 0 }] }, (again) => spent(again, now));
      },
    ],
    ['a row of a batch, by the approvals of the batch', () => payingRow()],
    ['the last row of it', () => payingRow(batchOf3(), 2)],
    ['a row where a rule takes exactly as much as all of them', () => ruledBySum('3000000000000003')],
    [
      'a row once more, for a higher fee under its nonce',
      () => {
        const batch = batchOf3();
        const s = remember(payingRow(batch), rowOf3(batch), { family: 'evm', lane: laneOf(5) });
        return asking(s, { plan: evmPlan(5, 3) });
      },
    ],
    [
      'a row over a limit within which its batch is counted already',
      () => {
        const batch = batchOf3();
        return after({ ...payingRow(batch), velocity: [{ ...limit, maxCount: 3 }] }, ({ state }) => {
          state.spent.set('7|evm:31337|', [{ id: batch.id, at: now - 1_000, amount: 1n, payments: 3 }]);
        });
      },
    ],
    ['a payment once more for a higher fee, in its own place', () => raising()],
    ['nothing in the place of a payment', () => dropping()],
    [
      'a drop of what was sped up, for more',
      () => followed(dropping(drop({ maxFee: '90000000000000000' })), speedup()),
    ],
    [
      'a speed-up of what was sped up, for more',
      () => followed(raising(speedup({ maxFee: '90000000000000000' })), speedup()),
    ],
    [
      'a speed-up over its limit: it counts with its payment',
      () =>
        after({ ...raising(), velocity: [{ ...limit, maxCount: 1 }] }, ({ state }) => {
          const spending = { id: underWay.id, at: now - 1_000, amount: 1n };
          state.spent.set('7|evm:31337|', [spending]);
        }),
    ],
    [
      'the same intent again with one input kept and one more',
      () => {
        const intent = payment('bitcoin');
        const s = remember(paying(intent), intent, {
          family: 'bitcoin',
          fixed: [outpointOf(1)],
          inputs: [outpointOf(1)],
        });
        return asking(s, { plan: btcPlan([coinOf(1), coinOf(2)], 'm/0/7/1/0') });
      },
    ],
    [
      'a change that the other signer has, with no more to say',
      () => told((s) => [saysTwo(s, { policy: policyHash(nextPolicy()), next: '' })]),
    ],
    ['a change refused here after this signer was ready, once another has it', () => takenElsewhere()],
    ['a change that ran out after this signer was ready, once another has it', () => again(runOut(takenElsewhere()))],
    [
      'a change for which my word was given, and another when my word is too old for anybody to go by',
      () =>
        after(changing(), (s) => {
          s.state.ready = { body: 'ff'.repeat(32), at: s.now - 120_000 };
        }),
    ],
  ] as const)('%s', async (_, make) => {
    expect(await outcome(make())).toBe('admitted');
  });
});

describe('refused', () => {
  test.each(cases.map((entry) => [entry.step, entry.promise, entry] as const))(
    '%s: %s',
    async (_, __, { make, code }) => {
      expect(await outcome(make())).toBe(code);
    },
  );
});

describe('a list with one step left out is noticed by a test of this file', () => {
  test.each(admissionSteps.map((step) => [step.name, step] as const))('%s', async (name, left) => {
    const steps = admissionSteps.filter((step) => step !== left);
    const own = cases.filter((entry) => entry.step === name);
    const results = await Promise.all(own.map(async ({ make, code }) => (await outcome(make(), steps)) === code));
    expect(own.length, 'every step has a test of its own').toBeGreaterThan(0);
    expect(results, 'some refusal no longer happens').toContain(false);
  });
});

test('bitcoin: inputs common to every transaction so far stay fixed', async () => {
  const intent = payment('bitcoin');
  const s = remember(paying(intent), intent, {
    family: 'bitcoin',
    fixed: [outpointOf(1), outpointOf(2)],
    inputs: [outpointOf(1), outpointOf(2)],
  });
  const draft = await draftOf(asking(s, { plan: btcPlan([coinOf(2), coinOf(3)], 'm/0/7/1/0') }));
  expect(draft.conflict).toMatchObject({ fixed: [outpointOf(2)] });
});

test('bitcoin: what is taken over from an ended intent stays in every transaction of the next, so only one of both is paid', async () => {
  expect((await draftOf(spending([1, 4]))).conflict).toMatchObject({ kept: [outpointOf(1)] });
  expect((await draftOf(spending([2, 3]))).conflict).not.toHaveProperty('kept');
  const intent = payment('bitcoin');
  const inputs = [outpointOf(1), outpointOf(4)];
  const again = spending([1, 5], intent, { family: 'bitcoin', fixed: inputs, inputs, kept: [outpointOf(1)] });
  again.state.bound.set(outpointOf(1), intent.id);
  expect((await draftOf(again)).conflict).toMatchObject({ fixed: [outpointOf(1)], kept: [outpointOf(1)] });
});

test('bitcoin: what an intent that was given up had taken over from an ended one stays in every transaction of the next', async () => {
  const s = spending([1, 5]);
  const given = payment('bitcoin');
  const inputs = [outpointOf(1), outpointOf(4)];
  remember(s, given, { family: 'bitcoin', fixed: inputs, inputs, kept: [outpointOf(1)] });
  s.state.closed.add(given.id);
  expect((await draftOf(s)).conflict).toMatchObject({ kept: [outpointOf(1)] });
});

test('what another intent took while the hook was asked is seen', async () => {
  const s = paying();
  const callback = (): Promise<boolean> => {
    s.state.bound.set(laneOf(5), 'another intent');
    return Promise.resolve(true);
  };
  expect(await outcome({ ...s, callback })).toBe('conflict');
});

test('the digest to sign comes from the intent alone: no request field changes it', async () => {
  const intent = payment('evm');
  const one = await draftOf(paying(intent));
  const other = await draftOf(asking(paying(intent), { approvals: [...approved(intent)].reverse() }));
  expect(one.unsigned?.sighashes).toEqual(other.unsigned?.sighashes);
  expect(testChains.map(({ rpcUrl }) => rpcUrl)).toEqual(['', '']);
});

test('what was signed says what is offered to miners, each payment once; what was only opened does not', () => {
  const { state } = paying();
  const id = 'a';
  const decision = { id, digest: '', conflict: { family: 'evm', lane: 'l' }, workspace: '1', wallet: '7' };
  const decided = (bid: string) => ({ ...decision, asset: 'evm:1|', amount: '1', bid, expires: now });
  for (const bid of ['5', '7'])
    apply(state, { type: 'decided', at: now, decision: decided(bid), approvals: [], sighashes: [] }, 0);
  expect(state.bids.size).toBe(0);
  for (const session of ['x', 'y']) apply(state, { type: 'signed', at: now, id, session, txid: '', peers: {} }, 0);
  expect(state.bids.get('evm:1')).toEqual([{ id, bid: 7n }]);
});

test('attempts at one payment count once: its amount, and the highest of their fees', () => {
  const { state } = paying();
  const made = {
    digest: '',
    conflict: { family: 'evm', lane: 'l' },
    workspace: '1',
    wallet: '7',
    asset: 'evm:1|',
    amount: '9',
  };
  const counted = { ...made, initiator: 'olga', expires: now };
  const all = [
    { ...counted, id: 'a', fee: '1' },
    { ...counted, id: 'b', fee: '2', attemptOf: 'a' },
    { ...counted, id: 'c', fee: '4', attemptOf: 'a' },
  ];
  for (const decision of all) apply(state, { type: 'decided', at: now, decision, approvals: [], sighashes: [] }, 0);
  expect(state.spent.get('7|evm:1|')).toEqual([{ id: 'a', at: now, amount: 13n }]);
  expect(state.fees.get('7|evm:1')).toEqual([{ id: 'a', at: now, amount: 4n }]);
  const query = { hours: 1, scope: 'wallet', wallet: '7', member: 'olga', counts: () => true, except: '' } as const;
  expect(state.spendings.sum(query, now).units).toBe(13n);
  expect(state.spendings.sum({ ...query, except: 'a' }, now).units).toBe(0n);
  // Given up, it may have been the highest fee that somebody saw: it goes on counting.
  apply(state, { type: 'closed', at: now, id: 'c', digest: '', expires: now }, 0);
  expect(state.fees.get('7|evm:1')).toEqual([{ id: 'a', at: now, amount: 4n }]);
  expect(state.attempts.get('a')).toEqual({ id: 'c', fee: '4', expires: now });
});

test('what is dropped goes on counting as the payment, which may be made first, with the highest of their fees', () => {
  const { state } = paying();
  const made = { digest: '', conflict: { family: 'evm', lane: 'l' }, workspace: '1', wallet: '7', expires: now };
  const all = [
    { ...made, id: 'a', asset: 'evm:1|0xtoken', amount: '9', cents: '900', fee: '1', initiator: 'olga' },
    {
      ...made,
      id: 'b',
      asset: 'evm:1|',
      amount: '0',
      cents: '0',
      fee: '3',
      initiator: 'adam',
      attemptOf: 'a',
      kind: 'drop' as const,
    },
    {
      ...made,
      id: 'c',
      asset: 'evm:1|',
      amount: '0',
      cents: '0',
      fee: '5',
      initiator: 'adam',
      attemptOf: 'a',
      kind: 'drop' as const,
    },
  ];
  for (const decision of all) apply(state, { type: 'decided', at: now, decision, approvals: [], sighashes: [] }, 0);
  expect(state.spent.get('7|evm:1|0xtoken')).toEqual([{ id: 'a', at: now, amount: 9n }]);
  expect(state.fees.get('7|evm:1')).toEqual([{ id: 'a', at: now, amount: 5n }]);
  const query = { hours: 1, scope: 'wallet', wallet: '7', member: 'olga', except: '' } as const;
  const token = state.spendings.sum({ ...query, counts: (asset) => asset === 'evm:1|0xtoken' }, now);
  expect(token).toEqual({ units: 9n, cents: 900n });
  expect(state.spendings.sum({ ...query, counts: (asset) => asset === 'evm:1|' }, now).units).toBe(5n);
});

import { bodyOf, type Intent, intentText } from '@holdfast/policy';
import { evmPlan, otherEvmPayee } from '@holdfast/testkit/signer';
import { laneOf, now, paying, payment, remember, type Scenario } from '../scenario.ts';
import { after, asking, refusals } from './refusals.ts';

/** A payment that is made once more for a higher fee: the same one, in its own place. */
const { all: ofSpeedups, refuses } = refusals();

export { ofSpeedups };

/** Decided here under nonce 5, and its part of a signature has left. */
export const underWay = payment('evm');
const [paid] = underWay.outputs;
if (!paid) throw new Error('nobody is paid');

export const speedup = (changes: Partial<Intent> = {}, of = underWay): Intent =>
  payment('evm', {
    kind: 'speedup',
    body: bodyOf(intentText(of)),
    outputs: of.outputs,
    maxFee: String(BigInt(of.maxFee) * 2n),
    ...changes,
  });
/** As its admission remembers it. */
const decided = (s: Scenario, nonce = 5): Scenario =>
  after(remember(s, underWay, { family: 'evm', lane: laneOf(nonce) }), ({ state }) => {
    state.exposed.add(underWay.id);
  });
/** It is asked for with the text of `of` beside it. */
export const raising = (intent = speedup(), of = underWay): Scenario =>
  decided(
    asking(paying(intent), { purpose: 'speedup', attachments: { payment: intentText(of) }, plan: evmPlan(5, 3) }),
  );
/** An attempt that was decided here since, for so much. */
export const followed = (s: Scenario, by: Intent): Scenario =>
  after(remember(s, by, { family: 'evm', lane: laneOf(5) }), ({ state }) => {
    const decision = state.decided.get(by.id);
    if (decision) state.decided.set(by.id, { ...decision, attemptOf: underWay.id });
    state.attempts.set(underWay.id, { id: by.id, fee: by.maxFee, expires: Number(by.expires) });
  });

const others: Record<string, Partial<Intent>> = {
  payee: { outputs: [{ ...paid, address: otherEvmPayee }] },
  amount: { outputs: [{ ...paid, amount: `${paid.amount}0` }] },
};
for (const [what, change] of Object.entries(others))
  refuses('samePayment', 'notSamePayment', `a speed-up with another ${what} than the payment`, () =>
    raising(speedup(change)),
  );
refuses('samePayment', 'notSamePayment', 'a speed-up of a payment that this signer never decided', () => {
  const never = payment('evm', { outputs: underWay.outputs });
  return raising(speedup({}, never), never);
});
refuses('samePayment', 'notSamePayment', 'a speed-up of a payment of which no part has left', () =>
  after(raising(), ({ state }) => {
    state.exposed.delete(underWay.id);
  }),
);
refuses('samePayment', 'notSamePayment', 'a speed-up of a payment that was decided in other words', () =>
  after(raising(), ({ state }) => {
    const decision = state.decided.get(underWay.id);
    if (decision) state.decided.set(underWay.id, { ...decision, digest: 'ff'.repeat(32) });
  }),
);
refuses('samePayment', 'notSamePayment', 'a speed-up for no more than the payment may cost', () =>
  raising(speedup({ maxFee: underWay.maxFee })),
);
refuses('samePayment', 'feeNotRaised', 'a speed-up for no more than an earlier one may cost', () =>
  followed(raising(), speedup()),
);
refuses('samePayment', 'notReplaceable', 'a speed-up of a payment that dies by itself', () =>
  remember(raising(), underWay, { family: 'evm', lane: laneOf(5), until: now + 60_000 }),
);
refuses('attachedDocument', 'bodyMismatch', 'a speed-up with another payment beside it than it names', () =>
  raising(speedup(), payment('evm', { outputs: underWay.outputs })),
);
refuses('attachedDocument', 'bodyMismatch', 'a speed-up with no payment beside it', () =>
  asking(raising(), { attachments: {} }),
);
refuses('conflict', 'conflict', 'a speed-up under another nonce than the payment', () =>
  asking(raising(), { plan: evmPlan(6, 3) }),
);
refuses('conflict', 'conflict', 'a speed-up in a place that another payment has taken since', () =>
  remember(raising(), payment('evm'), { family: 'evm', lane: laneOf(5) }),
);
refuses('conflict', 'conflict', 'the payment itself once more, after it was sped up', () =>
  followed(decided(asking(paying(underWay), { plan: evmPlan(5) })), speedup()),
);
refuses('conflict', 'conflict', 'an earlier speed-up once more, after a later one', () => {
  const [first, second] = [speedup(), speedup({ maxFee: String(BigInt(underWay.maxFee) * 3n) })];
  return followed(followed(raising(first), first), second);
});
refuses('conflict', 'conflict', 'another payment in the place of a speed-up that was given up', () => {
  const given = speedup();
  return after(followed(decided(paying()), given), ({ state }) => {
    state.closed.add(given.id);
  });
});
refuses(
  'conflict',
  'conflict',
  'another payment in the place of a payment that has ended, and whose speed-up has not',
  () => {
    const ended = { ...underWay, created: '1000', notBefore: '1000', expires: String(now - 120_000) };
    return followed(remember(paying(), ended, { family: 'evm', lane: laneOf(5) }), speedup());
  },
);

/** A payment is dropped: nothing is paid in its place. */
export const drop = (changes: Partial<Intent> = {}, of = underWay): Intent =>
  speedup(
    {
      kind: 'drop',
      asset: of.feeAsset,
      outputs: [{ address: of.from, amount: '0', memo: '', entry: '', path: of.path }],
      ...changes,
    },
    of,
  );
export const dropping = (intent = drop(), of = underWay): Scenario => asking(raising(intent, of), { purpose: 'drop' });

const pays: Record<string, Partial<Intent>> = {
  'a stranger': { outputs: [{ ...paid, amount: '0' }] },
  'an amount, to itself': { outputs: drop().outputs.map((output) => ({ ...output, amount: '1' })) },
};
for (const [what, change] of Object.entries(pays))
  refuses('sizeAndSchema', 'badIntent', `a drop that pays ${what}`, () => dropping(drop(change)));
refuses('samePayment', 'notSamePayment', 'a drop of a payment that this signer never decided', () => {
  const never = payment('evm', { outputs: underWay.outputs });
  return dropping(drop({}, never), never);
});
refuses('samePayment', 'notSamePayment', 'a drop of a payment of which no part has left', () =>
  after(dropping(), ({ state }) => {
    state.exposed.delete(underWay.id);
  }),
);
refuses('samePayment', 'feeNotRaised', 'a drop for no more than a speed-up may cost', () =>
  followed(dropping(), speedup()),
);
refuses('conflict', 'conflict', 'a drop under another nonce than the payment', () =>
  asking(dropping(), { plan: evmPlan(6, 3) }),
);
refuses('conflict', 'conflict', 'the payment itself once more, after it was dropped', () =>
  followed(decided(asking(paying(underWay), { plan: evmPlan(5) })), drop()),
);

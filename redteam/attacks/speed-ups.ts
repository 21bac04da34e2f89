import { bodyOf, type Intent, intentText } from '@holdfast/policy';
import { evmPlan, otherEvmPayee } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, payAsk, payment, send } from '../requests.ts';

/** A server that asks for a payment under way once more, for a higher fee, and wants something else to be made by it. */
const speedUps = family('a payment sped up');

const twice = (intent: Intent): string => String(BigInt(intent.maxFee) * 2n);

/** Signed at both: its bytes are out. */
export async function underWay(fixture: Fixture, ask = payAsk(fixture)): Promise<Ask> {
  const codes = await signing(fixture, { ask });
  if (codes.some((code) => code !== 'signed')) throw new Error(`not signed: ${codes.join()}`);
  return ask;
}

/** The same one for all attacks of a fixture that only try: what is refused leaves it as it was. Signing takes longer than all of them. */
export function once(make: (fixture: Fixture) => Promise<Ask>): (fixture: Fixture) => Promise<Ask> {
  const made = new WeakMap<Fixture, Promise<Ask>>();
  return (fixture) => {
    const known = made.get(fixture) ?? make(fixture);
    made.set(fixture, known);
    return known;
  };
}
export const onItsWay = once((fixture) => underWay(fixture));

export const nonceOf = ({ plan }: Ask): number => Number((plan as { nonce: string }).nonce);

/** Of that payment, agreed to by members as it is shown to them. */
export function speedUp(
  fixture: Fixture,
  of: Ask,
  changes: Partial<Intent> = {},
  plan: unknown = evmPlan(nonceOf(of), 3),
): Ask {
  const { omar, adam, anna } = fixture.crew;
  const attached = intentText(of.intent);
  const { outputs } = of.intent;
  const made = { kind: 'speedup', body: bodyOf(attached), outputs, maxFee: twice(of.intent), ...changes } as const;
  const intent = payment(fixture, 'evm', { wallet: of.intent.wallet, ...made });
  return {
    kind: 'speedup',
    intent,
    attached,
    approvals: approvedBy(intent, omar, adam, anna),
    plan,
    parties: ['1', '2'],
  };
}

speedUps.control('the same payment, in its place, for more', async (fixture) =>
  speedUp(fixture, await underWay(fixture)),
);
speedUps.play(
  'and signed, and once more for even more',
  ['signed'],
  async (fixture) => {
    const first = await underWay(fixture);
    const second = speedUp(fixture, first);
    const third = speedUp(
      fixture,
      first,
      { maxFee: String(BigInt(first.intent.maxFee) * 3n) },
      evmPlan(nonceOf(first), 4),
    );
    return [...(await signing(fixture, { ask: second })), ...(await signing(fixture, { ask: third }))];
  },
  { control: true },
);

const others: Record<string, (intent: Intent) => Partial<Intent>> = {
  payee: ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, address: otherEvmPayee, entry: '' })) }),
  amount: ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, amount: `${out.amount}0` })) }),
};
for (const [what, change] of Object.entries(others))
  speedUps.refused(`with another ${what}`, ['notSamePayment', 'destinationNotListed'], async (fixture) => {
    const first = await onItsWay(fixture);
    return speedUp(fixture, first, change(first.intent));
  });
speedUps.refused('for no more than it may cost', 'notSamePayment', async (fixture) => {
  const first = await onItsWay(fixture);
  return speedUp(fixture, first, { maxFee: first.intent.maxFee });
});
speedUps.refused('under another nonce, so that both are paid', 'conflict', async (fixture) =>
  speedUp(fixture, await onItsWay(fixture), {}, evmPlan(fixture.fresh(), 3)),
);
speedUps.refused('at a fee above what its members agreed to', 'feeAboveCap', async (fixture) => {
  const first = await onItsWay(fixture);
  return speedUp(fixture, first, {}, evmPlan(nonceOf(first), 900));
});
speedUps.refused('without the approvals of its rule', 'approvalsMissing', async (fixture) => {
  const ask = speedUp(fixture, await onItsWay(fixture));
  return { ...ask, approvals: ask.approvals.slice(0, 1) };
});
speedUps.refused('by the approvals of the payment', ['initiatorMissing', 'approvalInvalid'], async (fixture) => {
  const first = await onItsWay(fixture);
  return { ...speedUp(fixture, first), approvals: first.approvals };
});
speedUps.refused('of a payment that members agreed to and nobody has signed', 'notSamePayment', async (fixture) =>
  speedUp(fixture, await admit(fixture, payAsk(fixture))),
);
speedUps.refused('of a payment that was made up', 'notSamePayment', async (fixture) =>
  speedUp(fixture, payAsk(fixture)),
);
speedUps.refused('of one payment, with another beside it', 'bodyMismatch', async (fixture) => ({
  ...speedUp(fixture, await onItsWay(fixture)),
  attached: intentText(payment(fixture, 'evm')),
}));
speedUps.refused('for no more than an earlier speed-up may cost', 'feeNotRaised', async (fixture) => {
  const first = await underWay(fixture);
  await admit(fixture, speedUp(fixture, first));
  return speedUp(fixture, first);
});
speedUps.refused('and the payment itself once more after it', 'conflict', async (fixture) => {
  const first = await underWay(fixture);
  await admit(fixture, speedUp(fixture, first));
  return first;
});
speedUps.refused('and an earlier speed-up once more after a later one', 'conflict', async (fixture) => {
  const first = await underWay(fixture);
  const earlier = await admit(fixture, speedUp(fixture, first));
  await admit(fixture, speedUp(fixture, first, { maxFee: String(BigInt(first.intent.maxFee) * 3n) }));
  return earlier;
});
speedUps.play('as a payment by itself, of the same words', ['badIntent'], async (fixture) => {
  const ask = speedUp(fixture, await onItsWay(fixture));
  return send(fixture, { ...ask, kind: 'transfer', intent: { ...ask.intent, kind: 'transfer' } }, 'transfer');
});

export const speedUpAttacks = speedUps.attacks;

import type { Intent } from '@holdfast/policy';
import { evmPlan, otherEvmPayee } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, payAsk, payment, send, transferAsk } from '../requests.ts';
import { quotesOf } from './limits.ts';
import { nonceOf, onItsWay, speedUp, underWay } from './speed-ups.ts';

/** A server that asks that a payment under way is dropped, and wants something else to come of it. */
const drops = family('a payment dropped');

/** Of that payment, agreed to by members as it is shown to them. */
function drop(fixture: Fixture, of: Ask, changes: Partial<Intent> = {}, plan: unknown = evmPlan(nonceOf(of), 3)): Ask {
  const { omar, adam, anna } = fixture.crew;
  const { from, path, feeAsset } = of.intent;
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  const raised = speedUp(fixture, of, { kind: 'drop', asset: feeAsset, outputs, ...changes }, plan);
  return { ...raised, kind: 'drop', approvals: approvedBy(raised.intent, omar, adam, anna) };
}

drops.control('nothing in its place, for more', async (fixture) => drop(fixture, await underWay(fixture)));
drops.play(
  'and signed, once more for even more, and then the payment after all',
  ['signed'],
  async (fixture) => {
    const first = await underWay(fixture);
    const times = (n: bigint): Partial<Intent> => ({ maxFee: String(BigInt(first.intent.maxFee) * n) });
    const asks = [
      drop(fixture, first),
      drop(fixture, first, times(3n), evmPlan(nonceOf(first), 4)),
      speedUp(fixture, first, times(4n), evmPlan(nonceOf(first), 5)),
    ];
    const codes: string[] = [];
    for (const ask of asks) codes.push(...(await signing(fixture, { ask })));
    return codes;
  },
  { control: true },
);

const ownOutput = ({ intent: { from, path } }: Ask) => ({ address: from, amount: '0', memo: '', entry: '', path });
const others: Record<string, (of: Ask) => Partial<Intent>> = {
  'paying a stranger nothing': (of) => ({ outputs: [{ ...ownOutput(of), address: otherEvmPayee, path: '' }] }),
  'paying a stranger': (of) => ({ outputs: [{ ...ownOutput(of), address: otherEvmPayee, path: '', amount: '1' }] }),
  'paying itself something': (of) => ({ outputs: [{ ...ownOutput(of), amount: '1' }] }),
  'paying somebody beside itself': (of) => ({ outputs: [ownOutput(of), ...of.intent.outputs] }),
  'with a call': () => ({ call: 'energy' }),
};
for (const [what, change] of Object.entries(others))
  drops.refused(what, 'badIntent', async (fixture) => {
    const first = await onItsWay(fixture);
    return drop(fixture, first, change(first));
  });
drops.refused('for no more than the payment may cost', 'notSamePayment', async (fixture) => {
  const first = await onItsWay(fixture);
  return drop(fixture, first, { maxFee: first.intent.maxFee });
});
drops.refused('of a payment of another wallet', ['notSamePayment', 'unknownWallet'], async (fixture) => {
  const first = await underWay(fixture, payAsk(fixture, 'evm', { wallet: '11' }));
  const own = payment(fixture, 'evm');
  return drop(fixture, first, {
    wallet: '7',
    path: own.path,
    from: own.from,
    outputs: [{ ...ownOutput({ ...first, intent: own }) }],
  });
});
drops.refused('under another nonce', 'conflict', async (fixture) =>
  drop(fixture, await onItsWay(fixture), {}, evmPlan(fixture.fresh(), 3)),
);
drops.refused('at a fee above what its members agreed to', 'feeAboveCap', async (fixture) => {
  const first = await onItsWay(fixture);
  return drop(fixture, first, {}, evmPlan(nonceOf(first), 900));
});
drops.refused('without the approvals of its rule', 'approvalsMissing', async (fixture) => {
  const ask = drop(fixture, await onItsWay(fixture));
  return { ...ask, approvals: ask.approvals.slice(0, 1) };
});
// In sub-wallet 9 small sums of ether pass on the initiator’s word, as the fee of a drop is; tokens do not.
const token = (fixture: Fixture): Promise<Ask> =>
  underWay(fixture, payAsk(fixture, 'usdc', { wallet: '9', maxFee: '200000000000000' }));
drops.refused('by whoever may pay as little as its fee alone', 'approvalsMissing', async (fixture) => {
  const ask = drop(fixture, await token(fixture));
  return { ...ask, approvals: ask.approvals.slice(0, 1), quotes: await quotesOf(fixture) };
});
drops.refused('by whoever may pay as little, and one of those who are asked', 'approvalsMissing', async (fixture) => {
  const ask = drop(fixture, await token(fixture));
  return { ...ask, approvals: ask.approvals.slice(0, 2), quotes: await quotesOf(fixture) };
});
drops.control('of a token, agreed to by those who would be asked to pay it', async (fixture) => ({
  ...drop(fixture, await token(fixture)),
  quotes: await quotesOf(fixture),
}));
drops.control(
  'of a small payment that passed, by who asks alone',
  async (fixture) => {
    const quotes = await quotesOf(fixture);
    const cheap = payment(fixture, 'evm', { wallet: '9', maxFee: '200000000000000' });
    const first = await underWay(fixture, {
      ...transferAsk(fixture, cheap, approvedBy(cheap, fixture.crew.omar)),
      quotes,
    });
    const ask = drop(fixture, first);
    return { ...ask, approvals: ask.approvals.slice(0, 1), quotes };
  },
  true,
);
drops.refused('by the approvals of the payment', ['initiatorMissing', 'approvalInvalid'], async (fixture) => {
  const first = await onItsWay(fixture);
  return { ...drop(fixture, first), approvals: first.approvals };
});
drops.refused('of a payment that nobody has signed', 'notSamePayment', async (fixture) =>
  drop(fixture, await admit(fixture, payAsk(fixture))),
);
drops.refused('of a payment that was made up', 'notSamePayment', async (fixture) => drop(fixture, payAsk(fixture)));
drops.refused('and the payment itself once more after it', 'conflict', async (fixture) => {
  const first = await underWay(fixture);
  await admit(fixture, drop(fixture, first));
  return first;
});
drops.refused('for no more than a speed-up before it may cost', 'feeNotRaised', async (fixture) => {
  const first = await underWay(fixture);
  await admit(fixture, speedUp(fixture, first));
  return drop(fixture, first);
});
drops.play('as a payment of nothing by itself', ['badIntent'], async (fixture) => {
  const ask = drop(fixture, await onItsWay(fixture));
  return send(fixture, { ...ask, kind: 'transfer', intent: { ...ask.intent, kind: 'transfer', body: '' } }, 'transfer');
});
// The payment may be made first: that it was to be dropped makes no room for another.
drops.play(
  'to make room in the limit of a day, with the payment made after all',
  ['velocity'],
  async (fixture) => {
    const fee = 200_000_000_000_000n;
    const paying = (units: bigint) => {
      const whole = payment(fixture, 'evm', { wallet: '12', maxFee: String(fee) });
      const outputs = whole.outputs.map((output) => ({ ...output, amount: String(units) }));
      return transferAsk(fixture, { ...whole, outputs });
    };
    const first = await underWay(fixture, paying(2_000_000_000_000_000n));
    await admit(fixture, drop(fixture, first));
    return send(fixture, paying(1_000_000_000_000_000n));
  },
  { alone: true },
);

export const dropAttacks = drops.attacks;

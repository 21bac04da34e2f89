import type { BitcoinPlan } from '@holdfast/chains/plans/bitcoin';
import { bodyOf, type Intent, intentText } from '@holdfast/policy';
import { btcPlan, coin } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, payment, transferAsk } from '../requests.ts';
import { once, underWay } from './speed-ups.ts';

/** A server that asks for a payment of coins once more, or has it dropped, and wants other coins spent or the rest elsewhere. */
const coins = family('coins of a payment sped up');

const source = 'm/0/7/0/0';
const change = 'm/0/7/1/0';
const fresh = (fixture: Fixture) => coin(fixture.group, source, 80_000n, fixture.fresh());
const planOf = ({ plan }: Ask): BitcoinPlan => plan as BitcoinPlan;

/** Signed at both, by two coins. */
const paidByTwo = (fixture: Fixture): Promise<Ask> => {
  const ask = transferAsk(fixture, payment(fixture, 'bitcoin', { maxFee: '5000' }));
  return underWay(fixture, { ...ask, plan: btcPlan([fresh(fixture), fresh(fixture)], change) });
};

/** For all that only try. */
const onTheirWay = once(paidByTwo);

type Kind = 'speedup' | 'drop';
/** Of that payment, agreed to by members as it is shown to them; by the same coins at twice the rate. */
function again(fixture: Fixture, of: Ask, kind: Kind, changes: Partial<Intent> = {}, plan: unknown = faster(of)): Ask {
  const { omar, adam, anna } = fixture.crew;
  const attached = intentText(of.intent);
  const { from, path } = of.intent;
  const own = [{ address: from, amount: '0', memo: '', entry: '', path }];
  const outputs = kind === 'drop' ? own : of.intent.outputs;
  const intent = payment(fixture, 'bitcoin', { kind, body: bodyOf(attached), outputs, maxFee: '10000', ...changes });
  return { kind, intent, attached, approvals: approvedBy(intent, omar, adam, anna), plan, parties: ['1', '2'] };
}
const faster = (of: Ask, plan: Partial<BitcoinPlan> = {}): BitcoinPlan => ({ ...planOf(of), feeRate: '4', ...plan });

for (const kind of ['speedup', 'drop'] as const) {
  coins.control(`${kind}: by the same coins, for more`, async (fixture) =>
    again(fixture, await paidByTwo(fixture), kind),
  );
  coins.control(`${kind}: by one coin more`, async (fixture) => {
    const first = await paidByTwo(fixture);
    const { inputs } = btcPlan([fresh(fixture)], change);
    return again(fixture, first, kind, {}, faster(first, { inputs: [...planOf(first).inputs, ...inputs] }));
  });
  coins.refused(`${kind}: by other coins, so that both are made`, 'conflict', async (fixture) => {
    const first = await onTheirWay(fixture);
    return again(fixture, first, kind, {}, btcPlan([fresh(fixture)], change, '4'));
  });
  coins.refused(`${kind}: by one of its coins and another`, 'conflict', async (fixture) => {
    const first = await onTheirWay(fixture);
    const { inputs } = btcPlan([fresh(fixture)], change);
    return again(fixture, first, kind, {}, faster(first, { inputs: [...planOf(first).inputs.slice(0, 1), ...inputs] }));
  });
  coins.refused(`${kind}: by a coin of another payment besides`, 'conflict', async (fixture) => {
    const [first, other] = [await onTheirWay(fixture), await paidByTwo(fixture)];
    const inputs = [...planOf(first).inputs, ...planOf(other).inputs.slice(0, 1)];
    return again(fixture, first, kind, {}, faster(first, { inputs }));
  });
  for (const [where, changePath, codes] of [
    ['to another wallet', 'm/0/8/1/0', ['unknownWallet', 'badPlan']],
    ['to an address that is given to payers', source, ['badPlan', 'txMismatch']],
    ['to nobody, and so to the miner', '', ['badPlan', 'feeAboveCap']],
  ] as const)
    coins.refused(`${kind}: with the rest ${where}`, codes, async (fixture) => {
      const first = await onTheirWay(fixture);
      return again(fixture, first, kind, {}, faster(first, { changePath }));
    });
  coins.refused(`${kind}: at a fee above what its members agreed to`, 'feeAboveCap', async (fixture) => {
    const first = await onTheirWay(fixture);
    return again(fixture, first, kind, {}, faster(first, { feeRate: '100' }));
  });
  coins.refused(
    `${kind}: and the payment once more after it, by one of its coins and another`,
    'conflict',
    async (fixture) => {
      const first = await paidByTwo(fixture);
      await admit(fixture, again(fixture, first, kind));
      const { inputs } = btcPlan([fresh(fixture)], change);
      return { ...first, plan: faster(first, { inputs: [...planOf(first).inputs.slice(1), ...inputs], feeRate: '2' }) };
    },
  );
}
const others: Record<string, (intent: Intent) => Partial<Intent>> = {
  payee: ({ outputs, from }) => ({ outputs: outputs.map((out) => ({ ...out, address: from, entry: '' })) }),
  amount: ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, amount: '50001' })) }),
};
for (const [what, change] of Object.entries(others))
  coins.refused(`with another ${what}`, ['notSamePayment', 'destinationNotListed'], async (fixture) => {
    const first = await onTheirWay(fixture);
    return again(fixture, first, 'speedup', change(first.intent));
  });
coins.play(
  'signed: sped up, sped up by one coin more, dropped',
  ['signed'],
  async (fixture) => {
    const first = await paidByTwo(fixture);
    const { inputs } = btcPlan([fresh(fixture)], change);
    const all = [...planOf(first).inputs, ...inputs];
    const asks = [
      again(fixture, first, 'speedup'),
      again(fixture, first, 'speedup', { maxFee: '12000' }, faster(first, { inputs: all, feeRate: '8' })),
      again(fixture, first, 'drop', { maxFee: '14000' }, faster(first, { inputs: all, feeRate: '12' })),
    ];
    const codes: string[] = [];
    for (const ask of asks) codes.push(...(await signing(fixture, { ask })));
    return codes;
  },
  { control: true },
);

export const replacedCoinAttacks = coins.attacks;

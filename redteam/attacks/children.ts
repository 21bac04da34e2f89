import type { Intent } from '@holdfast/policy';
import { addressAt, btcPlan, coin } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, payment, transferAsk } from '../requests.ts';

/** A server that asks for an own output to be spent so that it pays for a parent, and wants something else of it. */
const children = family('a child that pays for its parent');
const stranger = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

type Coin = ReturnType<typeof coin>;
interface Made {
  readonly intent?: (own: Intent, parent: Coin) => Partial<Intent>;
  /** The coins that are spent, and where what is left goes. */
  readonly plan?: (
    fixture: Fixture,
    parent: Coin,
  ) => { readonly coins: readonly Coin[]; readonly change?: string; readonly rate?: string };
}

/** Agreed to by members as it is shown to them: for the parent, to themselves. */
function child(fixture: Fixture, { intent: change, plan }: Made = {}): Ask {
  const parent = coin(fixture.group, 'm/0/7/0/0', 80_000n, fixture.fresh());
  const { feeAsset, from, path, ...rest } = payment(fixture, 'bitcoin');
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  const own: Intent = {
    ...rest,
    feeAsset,
    from,
    path,
    kind: 'child',
    asset: feeAsset,
    outputs,
    call: `of ${parent.txid}`,
  };
  const { coins, change: back = 'm/0/7/1/0', rate = '20' } = plan?.(fixture, parent) ?? { coins: [parent] };
  const ask = transferAsk(fixture, { ...own, ...change?.(own, parent) });
  return { ...ask, kind: 'child', plan: btcPlan([...coins], back, rate) };
}
const another = (fixture: Fixture, path = 'm/0/7/0/0'): Coin => coin(fixture.group, path, 80_000n, fixture.fresh());
const output = ({ from, path }: Intent) => ({ address: from, amount: '0', memo: '', entry: '', path });

children.control('of what its parent pays', (fixture) => child(fixture));
children.control('of that and another output', (fixture) =>
  child(fixture, { plan: (_, parent) => ({ coins: [another(fixture), parent] }) }),
);
children.refused('that spends nothing of the parent it names', 'badPlan', (fixture) =>
  child(fixture, { plan: () => ({ coins: [another(fixture)] }) }),
);
children.refused('of another sub-wallet’s output', 'badPlan', (fixture) =>
  child(fixture, { plan: (_, parent) => ({ coins: [parent, another(fixture, 'm/0/8/0/0')] }) }),
);
children.refused('back to an address for deposits', 'badPlan', (fixture) =>
  child(fixture, { plan: (_, parent) => ({ coins: [parent], change: 'm/0/7/0/1' }) }),
);
children.refused('back to another sub-wallet', 'badPlan', (fixture) =>
  child(fixture, { plan: (_, parent) => ({ coins: [parent], change: 'm/0/8/1/0' }) }),
);
children.refused('with nothing coming back: all of it is fee', ['badPlan', 'feeAboveCap'], (fixture) =>
  child(fixture, { plan: (_, parent) => ({ coins: [parent], change: '' }) }),
);
children.refused('for more than members agreed to', 'feeAboveCap', (fixture) =>
  child(fixture, { intent: () => ({ maxFee: '1000' }) }),
);
const words: Record<string, (own: Intent) => Partial<Intent>> = {
  'that names no parent': () => ({ call: '' }),
  'that names something else': () => ({ call: 'energy' }),
  'that names a parent in no hexadecimal': () => ({ call: `of ${'zz'.repeat(32)}` }),
  'that pays itself an amount': (own) => ({ outputs: [{ ...output(own), amount: '1' }] }),
  'that pays a stranger nothing': (own) => ({ outputs: [{ ...output(own), address: stranger, path: '' }] }),
  'that pays a stranger too': (own) => ({
    outputs: [output(own), { ...output(own), address: stranger, path: '', amount: '600' }],
  }),
};
for (const [what, change] of Object.entries(words))
  children.refused(what, 'badIntent', (fixture) => child(fixture, { intent: change }));
children.refused('where nothing is spent that is in no block', 'badPlan', (fixture) => {
  const { feeAsset, from, path, ...rest } = payment(fixture, 'evm');
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  const intent: Intent = {
    ...rest,
    feeAsset,
    from,
    path,
    kind: 'child',
    asset: feeAsset,
    outputs,
    call: `of ${'ab'.repeat(32)}`,
  };
  return { ...transferAsk(fixture, intent), kind: 'child' };
});
children.refused('agreed to as a payment', 'badIntent', (fixture) =>
  child(fixture, { intent: () => ({ kind: 'transfer' }) }),
);
children.refused('made of a payment that was agreed to', 'initiatorMissing', (fixture) => {
  const made = child(fixture);
  const { approvals } = transferAsk(fixture, { ...payment(fixture, 'bitcoin'), id: made.intent.id });
  return { ...made, approvals };
});
children.refused('a payment that names a parent', 'badIntent', (fixture) =>
  transferAsk(fixture, payment(fixture, 'bitcoin', { call: `of ${'ab'.repeat(32)}` })),
);
children.refused('paid back to an address that is not this wallet’s', ['unknownWallet', 'badIntent'], (fixture) => {
  const other = addressAt(fixture.group, 'bitcoin', 'm/0/8/0/0');
  return child(fixture, { intent: (own) => ({ from: other, outputs: [{ ...output(own), address: other }] }) });
});

export const childAttacks = children.attacks;

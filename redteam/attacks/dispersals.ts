import { familyOf } from '@holdfast/chains';
import { disperseCallOf, type Intent } from '@holdfast/policy';
import { otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, payAsk, payment, planFor } from '../requests.ts';

/** A server that has one approval of rows that one transaction pays, and wants something else to be paid by it, by somebody else, or twice. */
const dispersals = family('rows by one transaction');
const contract = familyOf({ family: 'evm' }).disperse?.contract ?? '';

type Rows = Intent['outputs'];
/** Three rows of a token to a listed payee, each of another amount. */
function dispersal(fixture: Fixture, changes: Partial<Intent> = {}, by = contract): Intent {
  const made = payment(fixture, 'usdc', changes);
  const [paid] = made.outputs;
  if (!paid) throw new Error('nobody is paid');
  const outputs = changes.outputs ?? ['1', '2', '3'].map((amount) => ({ ...paid, amount: `${amount}000000` }));
  return { ...made, kind: 'disperse', outputs, call: changes.call ?? disperseCallOf(outputs, by) };
}
function asked(fixture: Fixture, intent: Intent, approvedOf = intent): Ask {
  const { omar, adam, anna } = fixture.crew;
  const plan = { ...planFor(fixture, intent), gasLimit: '400000' };
  return { kind: 'disperse', intent, approvals: approvedBy(approvedOf, omar, adam, anna), plan, parties: ['1', '2'] };
}

dispersals.control('that members agreed to', (fixture) => asked(fixture, dispersal(fixture)));
dispersals.play('and signed', ['signed'], (fixture) => signing(fixture, { ask: asked(fixture, dispersal(fixture)) }), {
  control: true,
});

const changed: Record<string, (rows: Rows) => Rows> = {
  'two rows swapped': (rows) => rows.toReversed(),
  'the amount of a row changed': ([a, b, c]) => (a && b && c ? [{ ...a, amount: '9000000' }, b, c] : []),
  'a row to somebody else': ([a, b, c]) => (a && b && c ? [a, { ...b, address: otherEvmPayee, entry: '' }, c] : []),
  'a row twice': (rows) => [...rows, ...rows.slice(0, 1)],
  'a row left out': (rows) => rows.slice(1),
};
for (const [what, change] of Object.entries(changed)) {
  dispersals.refused(`${what}, under the root of the others`, 'badIntent', (fixture) => {
    const good = dispersal(fixture);
    return asked(fixture, { ...good, outputs: change(good.outputs) }, good);
  });
  dispersals.refused(
    `${what}, under a root of its own, by the approvals of the others`,
    ['initiatorMissing', 'approvalInvalid', 'destinationNotListed'],
    (fixture) => {
      const good = dispersal(fixture);
      const outputs = change(good.outputs);
      return asked(fixture, { ...good, outputs, call: disperseCallOf(outputs, contract) }, good);
    },
  );
}
dispersals.refused('by another contract, as members agreed to', 'badPlan', (fixture) =>
  asked(fixture, dispersal(fixture, {}, otherEvmPayee)),
);
dispersals.refused('by the token itself', 'badPlan', (fixture) => asked(fixture, dispersal(fixture, {}, usdc)));
dispersals.refused('by no contract', 'badPlan', (fixture) => asked(fixture, dispersal(fixture, {}, '')));
dispersals.refused('by another contract than members agreed to', ['initiatorMissing', 'approvalInvalid'], (fixture) => {
  const good = dispersal(fixture);
  return asked(fixture, { ...good, call: disperseCallOf(good.outputs, otherEvmPayee) }, good);
});
dispersals.refused('by approvals of a batch with the same root', ['initiatorMissing', 'approvalInvalid'], (fixture) => {
  const good = dispersal(fixture);
  return asked(fixture, good, { ...good, kind: 'batch', call: disperseCallOf(good.outputs, '') });
});
dispersals.refused(
  'of another id by the approvals of the first',
  ['initiatorMissing', 'approvalInvalid'],
  (fixture) => {
    const good = dispersal(fixture);
    return asked(fixture, { ...good, id: dispersal(fixture).id }, good);
  },
);
dispersals.refused('once more under another nonce', 'conflict', async (fixture) => {
  const good = dispersal(fixture);
  await admit(fixture, asked(fixture, good));
  return asked(fixture, good);
});
dispersals.refused('to the contract itself, where it would stay', ['badPlan', 'destinationNotListed'], (fixture) => {
  const { outputs } = dispersal(fixture);
  return asked(
    fixture,
    dispersal(fixture, { outputs: outputs.map((out) => ({ ...out, address: contract, entry: '' })) }),
  );
});
dispersals.refused('in coins, where no signer sees the contract', 'contractUnseen', (fixture) => {
  const { asset } = payment(fixture, 'evm');
  return asked(fixture, dispersal(fixture, { asset }));
});
dispersals.refused(
  'an allowance above the sum, by the approvals of one of the sum',
  ['initiatorMissing', 'approvalInvalid'],
  (fixture) => {
    const { omar, adam, anna } = fixture.crew;
    const given = (amount: string): Partial<Intent> => ({
      kind: 'allowance',
      outputs: payment(fixture, 'usdc').outputs.map((out) => ({ ...out, amount })),
    });
    const exact = payment(fixture, 'usdc', given('6000000'));
    const more = { ...exact, ...given('6000001') };
    return {
      ...payAsk(fixture, 'usdc'),
      kind: 'allowance',
      intent: more,
      approvals: approvedBy(exact, omar, adam, anna),
    };
  },
);
dispersals.refused('the call of the contract, as a call', ['rawCall', 'destinationNotListed'], (fixture) => {
  const { data } = callOfRows(fixture);
  return {
    ...payAsk(fixture, 'evm', {
      kind: 'call',
      call: data,
      outputs: [{ address: contract, amount: '0', memo: '', entry: '', path: '' }],
    }),
    kind: 'call',
  };
});

function callOfRows(fixture: Fixture): { readonly data: string } {
  const family = familyOf({ family: 'evm' });
  if (family.model !== 'account' || !family.dispersing) throw new Error('no contract');
  const rows = dispersal(fixture).outputs.map(({ address, amount }) => ({ address, amount: BigInt(amount) }));
  return family.dispersing.call(usdc, rows);
}

export const dispersalAttacks = dispersals.attacks;

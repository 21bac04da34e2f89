import { batchCallOf, type Intent, intentText, rowIntent } from '@holdfast/policy';
import { otherEvmPayee } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, payment, planFor, send } from '../requests.ts';

/** A server that has one approval of many rows, and wants something else to be paid by it, or a row twice. */
const batches = family('a row of a batch');

/** Three rows to a listed payee, of amounts of their own. */
function batchOf(fixture: Fixture, changes: Partial<Intent> = {}): Intent {
  const made = payment(fixture, 'evm', changes);
  const [paid] = made.outputs;
  if (!paid) throw new Error('nobody is paid');
  const outputs = changes.outputs ?? ['1', '2', '3'].map((amount) => ({ ...paid, amount: `${amount}000000000000` }));
  return { ...made, kind: 'batch', outputs, call: batchCallOf(outputs) };
}

/** A row as its batch makes it, with the approvals of the batch. */
function rowAsk(fixture: Fixture, batch: Intent, index = 1, row: Partial<Intent> = {}): Ask {
  const { omar, adam, anna } = fixture.crew;
  const intent = { ...rowIntent(batch, index), ...row };
  return {
    kind: 'row',
    intent,
    attached: intentText(batch),
    approvals: approvedBy(batch, omar, adam, anna),
    plan: planFor(fixture, intent),
    parties: ['1', '2'],
  };
}

batches.control('of a batch that members agreed to', async (fixture) => rowAsk(fixture, batchOf(fixture)));
batches.play(
  'and signed, one after the other',
  ['signed'],
  async (fixture) => {
    const batch = batchOf(fixture);
    const codes: string[] = [];
    for (const index of [0, 1, 2]) codes.push(...(await signing(fixture, { ask: rowAsk(fixture, batch, index) })));
    return codes;
  },
  { control: true },
);

const others: Record<string, (row: Intent) => Partial<Intent>> = {
  'another payee': ({ outputs }) => ({
    outputs: outputs.map((out) => ({ ...out, address: otherEvmPayee, entry: '' })),
  }),
  'another amount': ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, amount: `${out.amount}0` })) }),
  'the place of another row': () => ({ call: 'row 0' }),
  'an id of its own, to be paid again': () => ({ id: '00000000-0000-4000-8000-000000000099' }),
  'more than its share of the fee': ({ maxFee }) => ({ maxFee: `${maxFee}0` }),
};
for (const [what, change] of Object.entries(others))
  batches.refused(`with ${what}`, ['notOfBatch', 'destinationNotListed'], async (fixture) => {
    const batch = batchOf(fixture);
    return rowAsk(fixture, batch, 1, change(rowIntent(batch, 1)));
  });
batches.refused('once more under another nonce', 'conflict', async (fixture) => {
  const batch = batchOf(fixture);
  await admit(fixture, rowAsk(fixture, batch));
  return rowAsk(fixture, batch);
});
batches.refused('of another batch of the same rows', ['notOfBatch', 'bodyMismatch'], async (fixture) => {
  const [batch, twin] = [batchOf(fixture), batchOf(fixture)];
  return { ...rowAsk(fixture, batch), attached: intentText(twin) };
});
batches.refused('by the approvals of another batch', ['initiatorMissing', 'approvalInvalid'], async (fixture) => ({
  ...rowAsk(fixture, batchOf(fixture)),
  approvals: rowAsk(fixture, batchOf(fixture)).approvals,
}));
batches.refused('by approvals of the row alone', ['initiatorMissing', 'approvalInvalid'], async (fixture) => {
  const { omar, adam, anna } = fixture.crew;
  const ask = rowAsk(fixture, batchOf(fixture));
  return { ...ask, approvals: approvedBy(ask.intent, omar, adam, anna) };
});
batches.refused('of a batch with too few approvals', 'approvalsMissing', async (fixture) => {
  const ask = rowAsk(fixture, batchOf(fixture));
  return { ...ask, approvals: ask.approvals.slice(0, 1) };
});
batches.refused('without its batch', 'bodyMismatch', async (fixture) => {
  const { attached: _, ...ask } = rowAsk(fixture, batchOf(fixture));
  return ask;
});
batches.play('a batch itself, as a payment', ['kindNotAllowed'], async (fixture) => {
  const batch = batchOf(fixture);
  const { omar, adam, anna } = fixture.crew;
  const approvals = approvedBy(batch, omar, adam, anna);
  return send(fixture, {
    kind: 'transfer',
    intent: batch,
    approvals,
    plan: planFor(fixture, batch),
    parties: ['1', '2'],
  });
});

export const batchAttacks = batches.attacks;

import { familyOf } from '@holdfast/chains';
import {
  batchCallOf,
  bodyOf,
  disperseCallOf,
  type Intent,
  intentDigestHex,
  intentText,
  rowIntent,
} from '@holdfast/policy';
import { decide, evmPayee, evmPlan, otherEvmPayee, usdc as usdcContract } from '@holdfast/testkit/signer';
import { apply } from '../../src/state/apply.ts';
import { accountOf } from '../../src/state/open.ts';
import { approved, laneOf, now, paying, payment, people, remember, type Scenario, under } from '../scenario.ts';
import { expired, keptBack, limit } from './payments.ts';
import { after, asking, freeze, refusals } from './refusals.ts';

/** Rows of a batch: each is paid by what members decided about all of them, once, and as it stands there. */
const { all: ofBatches, refuses } = refusals();

export { ofBatches };

/** Three rows, for 0.02 ETH of fees together. */
export function batchOf3(changes: Partial<Intent> = {}): Intent {
  const outputs = [evmPayee, otherEvmPayee, evmPayee].map((address, i) => ({
    ...{ address, memo: '', entry: '', path: '' },
    amount: String(10n ** 15n + BigInt(i)),
  }));
  const made = payment('evm', { kind: 'batch', outputs, maxFee: '20000000000000000', ...changes });
  return { ...made, call: batchCallOf(made.outputs) };
}
export const rowOf3 = (batch: Intent, index = 1): Intent => rowIntent(batch, index);

/** A row, asked for with its batch and the approvals of that. */
export const payingRow = (
  batch = batchOf3(),
  index = 1,
  { row = rowOf3(batch, index), beside = batch, approvals = approved(batch) as readonly unknown[] } = {},
): Scenario => asking(paying(row, approvals), { purpose: 'row', attachments: { batch: intentText(beside) } });

/** The same, of a batch that members were shown beside a payment to the payee of its first and third row, which has ended and is settled by now. */
export function besidePaid(index: number): Scenario {
  const batch = batchOf3();
  const s = keptBack(payingRow(batch, index), 4, { ...expired, outputs: batch.outputs.slice(0, 1) });
  apply(s.state, { type: 'announced', intent: intentText(batch), attachments: {}, remark: '', at: now - 120_001 }, 0);
  apply(s.state, { type: 'settled', ids: [expired.id], at: now }, 1);
  return s;
}
refuses('earlierPayments', 'earlierNotReplaced', 'a row beside a payment to its payee that ended since', () =>
  besidePaid(2),
);

const other = (changes: Partial<Intent> = {}): Intent =>
  batchOf3({ outputs: batchOf3().outputs.toReversed(), ...changes });

const changed: Record<string, (row: Intent) => Partial<Intent>> = {
  'another payee': ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, address: evmPayee })) }),
  'another amount': ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, amount: `${out.amount}0` })) }),
  'a memo': ({ outputs }) => ({ outputs: outputs.map((out) => ({ ...out, memo: 'x' })) }),
  'the place of another row': () => ({ call: 'row 0' }),
  'a place that is none': () => ({ call: 'row 3' }),
  'an id of its own, to be paid twice': () => ({ id: '00000000-0000-4000-8000-000000000077' }),
  'the fee of all rows': () => ({ maxFee: batchOf3().maxFee }),
  'a longer validity': ({ expires }) => ({ expires: String(BigInt(expires) + 1n) }),
};
for (const [what, change] of Object.entries(changed))
  refuses('rowOfBatch', 'notOfBatch', `a row with ${what}`, () => {
    const row = rowOf3(batchOf3());
    const batch = batchOf3();
    const own = rowOf3(batch);
    return payingRow(batch, 1, { row: { ...own, ...change(row) } });
  });
refuses('rowOfBatch', 'notOfBatch', 'a row of a payment, which is no batch', () => {
  const [batch, whole] = [batchOf3(), payment('evm')];
  return payingRow(batch, 1, { row: { ...rowOf3(batch), body: bodyOf(intentText(whole)) }, beside: whole });
});
refuses('rowOfBatch', 'notOfBatch', 'a row of one batch as one of another with the same rows', () => {
  const [batch, twin] = [batchOf3(), batchOf3()];
  return payingRow(batch, 1, { row: { ...rowOf3(batch), body: bodyOf(intentText(twin)) }, beside: twin });
});
refuses('rowOfBatch', 'intentClosed', 'a row of a batch that was given up', () => {
  const batch = batchOf3();
  return after(payingRow(batch), ({ state }) => state.closed.add(batch.id));
});
refuses('rowOfBatch', 'intentReused', 'a row of a batch whose id stands for another', () => {
  const batch = batchOf3();
  return after(payingRow(batch), ({ state }) =>
    state.batches.set(batch.id, { digest: 'ff'.repeat(32), row: 'x', exposed: false }),
  );
});
refuses('rowOfBatch', 'intentReused', 'a row of a batch whose request id was used', () => {
  const request = 'invoice-7';
  return remember(payingRow(batchOf3({ request })), payment('evm', { request }), { family: 'evm', lane: laneOf(4) });
});
refuses('attachedDocument', 'bodyMismatch', 'a row with another batch beside it than it names', () =>
  payingRow(batchOf3(), 1, { beside: other() }),
);
refuses('attachedDocument', 'bodyMismatch', 'a row without its batch', () => asking(payingRow(), { attachments: {} }));
refuses('sizeAndSchema', 'badIntent', 'a row as a payment by itself', () => {
  const row = rowOf3(batchOf3());
  return paying({ ...row, kind: 'transfer' });
});
refuses('byRows', 'kindNotAllowed', 'a batch itself', () => {
  const batch = batchOf3();
  return asking(paying(batch), { purpose: 'batch' });
});
refuses('kindAllowed', 'kindNotAllowed', 'a batch in the place of a payment', () => paying(batchOf3()));

refuses('initiatorSignature', 'initiatorMissing', 'a row by approvals of its own', () => {
  const batch = batchOf3();
  return payingRow(batch, 1, { approvals: approved(rowOf3(batch)) });
});
refuses('initiatorSignature', 'initiatorMissing', 'a row by the approvals of another batch', () =>
  payingRow(batchOf3(), 1, { approvals: approved(other()) }),
);
refuses('approvalSignatures', 'approvalInvalid', 'a row with an approval of it beside those of its batch', () => {
  const batch = batchOf3();
  return payingRow(batch, 1, { approvals: [...approved(batch), ...approved(rowOf3(batch)).slice(1)] });
});
refuses('thresholds', 'approvalsMissing', 'a row of a batch that too few have approved', () => {
  const batch = batchOf3();
  return payingRow(batch, 1, { approvals: approved(batch).slice(0, 2) });
});
refuses('thresholds', 'refusedByMember', 'a row of a batch that a member has refused', () => {
  const batch = batchOf3();
  return payingRow(batch, 1, { approvals: [...approved(batch), decide(batch, people.anna, 'refuse')] });
});
refuses(
  'thresholds',
  'refusedByMember',
  'a row of a batch that was refused here, if the server leaves that out',
  () => {
    const batch = batchOf3();
    return after(payingRow(batch), ({ state }) => {
      apply(state, { type: 'announced', intent: intentText(batch), attachments: {}, remark: '', at: now - 1 }, 0);
      state.announced.get(batch.id)?.approvals.push(decide(batch, people.anna, 'refuse'));
    });
  },
);
/** Omar may send up to so much without anybody else. */
export const ruledBySum = (upTo: string): Scenario =>
  under(
    {
      senior: [
        {
          ...{
            id: 'r1',
            name: 'small',
            enabled: 'on',
            type: 'transfer',
            action: 'pass',
            signProtection: 'on',
            nodes: [],
          },
          when: {
            ...{ initiators: [], wallets: [], calls: [] },
            assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
            destinations: { mode: 'any', entries: [] },
            amount: { unit: 'coin', over: '', upTo, hours: '0', scope: 'wallet' },
          },
        },
      ] as never,
    },
    (ref) => {
      const batch = batchOf3(ref);
      return payingRow(batch, 1, { approvals: approved(batch).slice(0, 1) });
    },
  );
refuses(
  'thresholds',
  'approvalsMissing',
  'a row within what a rule lets pass, of a batch whose sum is one unit more',
  () => ruledBySum('3000000000000002'),
);
refuses('thresholds', 'destinationNotListed', 'a row to an own payee of a batch with another that is not listed', () =>
  under({ book: { mode: 'on', coolingHours: '0' } }, (ref) => payingRow(batchOf3(ref))),
);
refuses('notFrozen', 'frozen', 'a row while frozen', () => after(payingRow(), freeze));
refuses('clock', 'expired', 'a row of a batch that has ended', () =>
  after(payingRow(), (s) => {
    s.now = now - 1_000 + 3_600_000;
  }),
);
refuses('policyInForce', 'policyStale', 'a row of a batch that was asked for under other rules', () =>
  payingRow(batchOf3({ policy: { ...payment('evm').policy, version: '2' } })),
);
refuses('notClosed', 'intentClosed', 'a row that was given up', () => {
  const batch = batchOf3();
  return after(payingRow(batch), ({ state }) => state.closed.add(rowOf3(batch).id));
});
refuses('feeCaps', 'feeAboveCap', 'a row that costs more than its share of the fee', () => {
  // Each may cost 100,000 gas at 1 gwei; the plan asks for more.
  return payingRow(batchOf3({ maxFee: '30000000000000' }));
});
refuses('conflict', 'conflict', 'a row once more under another nonce', () => {
  const batch = batchOf3();
  return remember(payingRow(batch), rowOf3(batch), { family: 'evm', lane: laneOf(6) });
});
refuses('velocity', 'velocity', 'a row of a batch with one row more than the count of a day', () => ({
  ...payingRow(),
  velocity: [{ ...limit, maxCount: 2 }],
}));
refuses('velocity', 'velocity', 'a row of a batch that comes to more than the amount of a day', () => ({
  ...payingRow(),
  velocity: [{ ...limit, maxAmount: '23000000000000002' }],
}));
refuses('feeBudget', 'feeBudget', 'a row of a batch whose fees together are more than those of a day', () => ({
  ...payingRow(),
  feeBudget: [{ wallet: '*', chain: 'evm:31337', maxPerDay: '19999999999999999' }],
}));
refuses('earlierPayments', 'earlierOpen', 'a row while an ended payment of the account may still be made', () => {
  const ended = payment('evm', { created: '1000', notBefore: '1000', expires: String(now - 120_000) });
  return after(remember(payingRow(), ended, { family: 'evm', lane: laneOf(4) }), ({ state }) => {
    const decision = state.decided.get(ended.id);
    if (decision) state.decided.set(ended.id, { ...decision, account: accountOf(ended) });
    state.exposed.add(ended.id);
    state.open.of.set(accountOf(ended), new Set([ended.id]));
  });
});

/** What the journal says of a row when it is decided. */
export const decidedRow = (batch: Intent, index: number, at: number) => {
  const row = rowOf3(batch, index);
  const sum = batch.outputs.reduce((all, out) => all + BigInt(out.amount), 0n);
  const decision = {
    id: row.id,
    digest: intentDigestHex(row),
    conflict: { family: 'evm', lane: laneOf(5 + index) },
    ...{ workspace: '1', wallet: '7', asset: 'evm:31337|', amount: row.outputs[0]?.amount ?? '', initiator: 'omar' },
    ...(batch.request === '' ? {} : { request: batch.request }),
    fee: row.maxFee,
    batch: { id: batch.id, digest: intentDigestHex(batch), amount: String(sum), fee: batch.maxFee, rows: 3 },
    account: accountOf(row),
    pays: row.outputs.map(({ address, amount }) => ({ address, amount })),
    expires: Number(batch.expires),
  };
  return { type: 'decided', at, decision, approvals: [], sighashes: [] } as const;
};

/** The same rows by one transaction. */
export function dispersing(
  changes: Partial<Intent> = {},
  by = familyOf({ family: 'evm' }).disperse?.contract ?? '',
): Intent {
  const made = batchOf3({ kind: 'disperse', ...changes });
  return { ...made, call: changes.call ?? disperseCallOf(made.outputs, by) };
}
export const payingAll = (intent = dispersing(), approvals: readonly unknown[] = approved(intent)): Scenario =>
  asking(paying(intent, approvals), { purpose: 'disperse', plan: { ...evmPlan(5), gasLimit: '300000' } });
const usdc = { asset: { symbol: 'USDC', contract: usdcContract, decimals: '6' } };
const seeing = (said: 'there' | 'missing' | 'unseen', intent = dispersing()): Scenario =>
  after(payingAll(intent), (s) => {
    s.codeSeen = async () => said;
  });

refuses('contractStands', 'contractMissing', 'rows in coins by a contract that is not there', () => seeing('missing'));
refuses('contractStands', 'contractUnseen', 'rows in coins by a contract that nobody here can see', () =>
  seeing('unseen'),
);
refuses('contractStands', 'contractMissing', 'rows of a token by a contract that is not there', () =>
  seeing('missing', dispersing(usdc)),
);
refuses('rebuild', 'badPlan', 'rows by another contract', () => payingAll(dispersing({}, evmPayee)));
refuses('rebuild', 'badPlan', 'rows by no contract, where the chain needs one', () => payingAll(dispersing({}, '')));
refuses('rebuild', 'badPlan', 'a row to the contract that pays', () => {
  const [first, ...rest] = dispersing().outputs;
  const address = familyOf({ family: 'evm' }).disperse?.contract ?? '';
  return payingAll(dispersing({ outputs: first ? [{ ...first, address }, ...rest] : [] }));
});
refuses('sizeAndSchema', 'badIntent', 'rows of which two are swapped behind their root', () =>
  payingAll(dispersing({ call: dispersing({ outputs: dispersing().outputs.toReversed() }).call })),
);
refuses('sizeAndSchema', 'badIntent', 'rows of which one pays more behind their root', () => {
  const { call, outputs } = dispersing();
  return payingAll(
    dispersing({ call, outputs: outputs.map((out, i) => (i ? out : { ...out, amount: `${out.amount}0` })) }),
  );
});
refuses('sizeAndSchema', 'badIntent', 'rows of which one stands twice behind their root', () => {
  const { call, outputs } = dispersing();
  return payingAll(dispersing({ call, outputs: [...outputs, ...outputs.slice(0, 1)] }));
});
refuses('kindAllowed', 'kindNotAllowed', 'rows by one transaction in the place of a payment', () =>
  paying(dispersing()),
);
refuses('initiatorSignature', 'initiatorMissing', 'rows by one transaction by the approvals of a batch of them', () =>
  payingAll(dispersing(), approved(batchOf3())),
);

import { randomUUID } from 'node:crypto';
import type { Intent } from '@holdfast/policy';
import { addressAt, decide, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type Fixture } from '../fixture.ts';
import { approvedBy, type Money, payment, textOf, transferAsk } from '../requests.ts';

/** A change of an approved payment. `code`: an earlier check that already refuses it; else it is the approvals that no longer hold. */
interface Edit {
  readonly change: (intent: Intent, fixture: Fixture) => Partial<Intent>;
  readonly code?: string;
  /** When only the initiator's signature is made anew and the others are left out. */
  readonly alone?: string;
}

type Output = Intent['outputs'][number];
const outputs =
  (change: (output: Output) => Partial<Output>): Edit['change'] =>
  (intent) => ({
    outputs: intent.outputs.map((output) => ({ ...output, ...change(output) })),
  });
const set =
  (change: Partial<Intent>): Edit['change'] =>
  () =>
    change;
const schema = (change: object): Edit => ({ change: set(change as Partial<Intent>), code: 'badIntent' });
const familyOf = (intent: Intent): 'evm' | 'bitcoin' => (intent.chain.startsWith('evm') ? 'evm' : 'bitcoin');
const pathOf = (intent: Intent, wallet: string, index: number): string =>
  `m/${familyOf(intent) === 'evm' ? 60 : 0}/${wallet}/0/${index}`;

/** Has no digest: there is nothing to sign. */
const numberAsAmount = 'a number as amount';

export const edits: Readonly<Record<string, Edit>> = {
  'destination exchanged, its entry kept': {
    change: (intent) =>
      outputs(() => ({
        address:
          familyOf(intent) === 'evm'
            ? otherEvmPayee
            : 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
      }))(intent, undefined as never),
    code: 'addressEntryUnknown',
  },
  'destination exchanged, no entry named': {
    change: (intent) =>
      outputs(() => ({
        address:
          familyOf(intent) === 'evm'
            ? otherEvmPayee
            : 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
        entry: '',
      }))(intent, undefined as never),
    alone: 'destinationNotListed',
  },
  'entry left out': { change: outputs(() => ({ entry: '' })), alone: 'destinationNotListed' },
  'entry of nobody': { change: outputs(() => ({ entry: '66'.repeat(32) })), code: 'addressEntryUnknown' },
  'entry that cools down': {
    change: outputs(() => ({ address: otherEvmPayee, entry: entries.warm })),
    code: 'addressEntryUnknown',
  },
  'entry for another asset': {
    change: (intent) => ({
      ...outputs(() => ({ address: otherEvmPayee, memo: 'usdc', entry: entries.narrow }))(intent, undefined as never),
      asset: intent.feeAsset,
    }),
    code: 'addressEntryUnknown',
  },
  'own address that is none': { change: outputs(() => ({ entry: '', path: 'm/60/7/0/9' })), code: 'unknownWallet' },
  'amount ten times as much': { change: outputs(({ amount }) => ({ amount: `${amount}0` })) },
  'amount one unit more': { change: outputs(({ amount }) => ({ amount: String(BigInt(amount) + 1n) })) },
  'amount one unit less': { change: outputs(({ amount }) => ({ amount: String(BigInt(amount) - 1n) })) },
  'a second payee': { change: ({ outputs: old }) => ({ outputs: [...old, ...old] }) },
  'memo added': { change: outputs(() => ({ memo: '4711' })), code: 'addressEntryUnknown' },
  'asset exchanged': {
    change: ({ asset, feeAsset }) => ({
      asset: asset.contract === '' ? { symbol: 'USDC', contract: usdc, decimals: '6' } : feeAsset,
    }),
  },
  'symbol of the asset': { change: ({ asset }) => ({ asset: { ...asset, symbol: 'DUST' } }) },
  'decimals of the asset': { change: ({ asset }) => ({ asset: { ...asset, decimals: '0' } }) },
  'another chain': { change: set({ chain: 'evm:1', conflict: 'evm-nonce' }), code: 'unknownWallet' },
  'fee cap doubled': { change: ({ maxFee }) => ({ maxFee: String(BigInt(maxFee) * 2n) }) },
  'fee cap without end': { change: set({ maxFee: '9'.repeat(40) }) },
  'symbol of the fee': { change: ({ feeAsset }) => ({ feeAsset: { ...feeAsset, symbol: 'DUST' } }) },
  'paying address of another path': {
    change: (intent, { group }) => ({ from: addressAt(group, familyOf(intent), pathOf(intent, '7', 5)) }),
    code: 'unknownWallet',
  },
  'another own paying address': {
    change: (intent, { group }) => ({
      path: pathOf(intent, '7', 5),
      from: addressAt(group, familyOf(intent), pathOf(intent, '7', 5)),
    }),
  },
  'path of another sub-wallet': {
    change: (intent, { group }) => ({
      path: pathOf(intent, '8', 0),
      from: addressAt(group, familyOf(intent), pathOf(intent, '8', 0)),
    }),
    code: 'unknownWallet',
  },
  'name of another sub-wallet': { change: set({ wallet: '8' }), code: 'unknownWallet' },
  'another key group': { change: set({ keyGroup: 'cd'.repeat(16) }), code: 'unknownKey' },
  'another installation': { change: set({ deployment: '99'.repeat(32) }), code: 'otherDeployment' },
  'a later policy version': { change: ({ policy }) => ({ policy: { ...policy, version: '2' } }), code: 'policyStale' },
  'another policy hash': {
    change: ({ policy }) => ({ policy: { ...policy, hash: '55'.repeat(32) } }),
    code: 'policyStale',
  },
  'another policy id': { change: ({ policy }) => ({ policy: { ...policy, id: 'other' } }), code: 'policyStale' },
  'a new id': { change: () => ({ id: randomUUID() }) },
  'another request id': { change: set({ request: 'again' }) },
  'another remark': { change: set({ remarkHash: '12'.repeat(32) }) },
  'made a second earlier': { change: ({ created }) => ({ created: String(Number(created) - 1_000) }) },
  'valid a second earlier': { change: ({ notBefore }) => ({ notBefore: String(Number(notBefore) - 1_000) }) },
  'valid for a day more': { change: ({ expires }) => ({ expires: String(Number(expires) + 86_400_000) }) },
  'no nonce class': schema({ conflict: 'none' }),
  'a contract call': schema({ call: '0x095ea7b3' }),
  'a document named': schema({ body: '12'.repeat(32) }),
  'another domain': schema({ domain: 'holdfast/intent/v2' }),
  'another version': schema({ v: '2' }),
  'a field more': schema({ extra: '' }),
  [numberAsAmount]: schema({ maxFee: 1 }),
  'a payment of nothing': { change: outputs(() => ({ amount: '0' })), code: 'badIntent' },
};

const notOnBitcoin = new Set([
  'entry that cools down',
  'entry for another asset',
  'asset exchanged',
  'another chain',
  'own address that is none',
]);

const { attacks, control, refused } = family('an approved payment is changed');
for (const money of ['evm', 'usdc', 'bitcoin'] as const)
  control(`${money}: as it was approved`, (fixture) => transferAsk(fixture, payment(fixture, money)));

/** The same fields in another writing: no second text may stand for what members signed. */
const writings: Record<string, (text: string) => string> = {
  'with white space': (text) => JSON.stringify(JSON.parse(text), null, 1),
  'with a key twice': (text) => text.replace('{', '{"asset":{},'),
  'with its keys in another order': (text) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
  'with an escaped letter': (text) => text.replace('"transfer"', '"tr\\u0061nsfer"'),
};
for (const [title, write] of Object.entries(writings))
  refused(`evm: its text ${title}`, 'notCanonical', (fixture) => {
    const whole = transferAsk(fixture, payment(fixture, 'evm'));
    return { ...whole, text: write(textOf(whole)) };
  });
/** Canonical where it can be, so that it is the schema that refuses. */
const textOfAny = (intent: Intent): string => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  };
  return JSON.stringify(sorted(intent));
};

/** The server changes the intent and keeps the approvals; with an operator who signs the change; and that one alone. */
function attack(money: Money, title: string, edit: Edit): void {
  const made = (fixture: Fixture) => {
    const before = transferAsk(fixture, payment(fixture, money));
    const intent: Intent = { ...before.intent, ...edit.change(before.intent, fixture) };
    return { before, intent };
  };
  const text = (intent: Intent) => (edit.code === 'badIntent' ? { text: textOfAny(intent) } : {});
  refused(`${money}: ${title}`, edit.code ?? 'initiatorMissing', (fixture) => {
    const { before, intent } = made(fixture);
    return { ...before, intent, ...text(intent) };
  });
  if (edit.code !== undefined && title !== numberAsAmount)
    refused(`${money}: ${title}, though everybody signs it`, edit.code, (fixture) => {
      const { intent } = made(fixture);
      const { omar, adam, anna } = fixture.crew;
      return {
        ...transferAsk(fixture, payment(fixture, money)),
        intent,
        ...text(intent),
        approvals: approvedBy(intent, omar, adam, anna),
      };
    });
  if (edit.code === 'badIntent' || money !== 'evm') return;
  refused(`${money}: ${title}, the operator signs it`, edit.code ?? 'approvalInvalid', (fixture) => {
    const { before, intent } = made(fixture);
    return {
      ...before,
      intent,
      approvals: [decide(intent, fixture.crew.omar, 'initiate'), ...before.approvals.slice(1)],
    };
  });
  refused(`${money}: ${title}, with the operator only`, edit.code ?? edit.alone ?? 'approvalsMissing', (fixture) => {
    const { before, intent } = made(fixture);
    return { ...before, intent, approvals: [decide(intent, fixture.crew.omar, 'initiate')] };
  });
}

for (const [title, edit] of Object.entries(edits))
  for (const money of ['evm', 'usdc', 'bitcoin'] as const)
    if (money === 'evm' || !notOnBitcoin.has(title)) attack(money, title, edit);

export const editAttacks = attacks;

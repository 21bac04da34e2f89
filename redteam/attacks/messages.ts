import {
  type Intent,
  type Outflow,
  type PolicyDocument,
  readMessage,
  readTypedData,
  textMessage,
  typedMessage,
  unconditional,
} from '@holdfast/policy';
import { evmPayee, evmPlan, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, vault } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, nextPolicy, payAsk, payment, policyAsk, send, transferAsk } from '../requests.ts';

/** Messages that are signed: no transaction is made, and a signature can still take everything. */
const signed = family('message');
type Rule = PolicyDocument['senior'][number];
const chain = 'evm:31337';
const coin = { symbol: 'ETH', contract: '', decimals: '18' };
const listedAs: Readonly<Record<string, string>> = {
  ...{ [evmPayee]: entries.evm, [usdc]: entries.token, [vault]: entries.vault },
};

const own = (fixture: Fixture): string => payment(fixture, 'evm').from;
const says = (units: bigint): Outflow[] => [{ contract: usdc, units, decimals: '6', symbol: 'USDC' }];
export const named = (...list: string[]) =>
  list.map((one) => {
    const [type = '', name = ''] = one.split(' ');
    return { name, type };
  });
const permitType = named('address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline');
const permit = (fixture: Fixture, value: bigint, change: object = {}, to = evmPayee): object => ({
  types: { Permit: permitType },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: '31337', verifyingContract: usdc },
  message: { owner: own(fixture), spender: to, value: String(value), nonce: '0', deadline: '99' },
  ...change,
});
/** Omar asks for it, with whom it concerns as signers read it. */
function messageOf(fixture: Fixture, call: string, changes: Partial<Intent> = {}): Intent {
  const { from, path } = payment(fixture, 'evm');
  const read = readMessage({ call, chain, from });
  const names = typeof read === 'string' ? [from] : read.names;
  const outputs = names.map((address) => ({
    ...{ address, amount: '0', memo: '', entry: listedAs[address] ?? '' },
    path: address === from ? path : '',
  }));
  const free = { asset: coin, maxFee: '0', conflict: 'none' };
  return payment(fixture, 'evm', { kind: 'message', call, outputs, ...free, ...changes });
}
const ofIntent = (fixture: Fixture, intent: Intent, approvals?: readonly unknown[]): Ask => ({
  ...transferAsk(fixture, intent, approvals ?? approvedBy(intent, fixture.crew.omar)),
  ...{ kind: 'message', plan: null },
});
const ask = (fixture: Fixture, call: string, changes: Partial<Intent> = {}): Ask =>
  ofIntent(fixture, messageOf(fixture, call, changes));
export const typed = (
  fixture: Fixture,
  data: object,
  outflows: readonly Outflow[] = [],
  changes: Partial<Intent> = {},
): Ask => ask(fixture, typedMessage(readTypedData(data), outflows), changes);
const text = textMessage('app.example wants you to sign in.\nNonce: 7');
const hex = (source: string): string => Buffer.from(source).toString('hex');

const rule = (id: string, type: Rule['type'], action: Rule['action'], when: Partial<Rule['when']>): Rule => ({
  ...{ id, name: id, enabled: 'on', type, action, signProtection: 'on', nodes: [] },
  when: { ...unconditional, ...when },
});
const to = (contract: string, ...types: string[]) => ({ chain, contract, types });
const messages = (...list: ReturnType<typeof to>[]): Partial<Rule['when']> => ({ messages: list });
/** What passes by itself: texts, and what the token checks. */
const usual = rule('messages', 'web3', 'pass', messages(to(''), to(usdc)));
const ofToken: Rule['when']['assets'] = { mode: 'only', list: [{ chain, contract: usdc }] };
const paying = rule('paying', 'transfer', 'pass', { assets: ofToken });
const over = (units: string): Rule =>
  rule('payments', 'transfer', 'refuse', {
    assets: ofToken,
    amount: { unit: 'coin', over: units, upTo: '', hours: '24', scope: 'wallet' },
  });
async function under(fixture: Fixture, senior: readonly Rule[]): Promise<Fixture> {
  const v = senior.some(({ when }) => when.messages) ? '3' : fixture.policy.v;
  const policy = nextPolicy(fixture, { v, senior: [...senior] });
  await admit(fixture, policyAsk(fixture, policy));
  return { ...fixture, policy };
}
const play = (
  title: string,
  expect: string,
  make: (fixture: Fixture) => Ask | Promise<Ask>,
  senior: readonly Rule[] = [usual, paying],
): void =>
  signed.play(
    title,
    expect,
    async (fixture) => {
      const made = await under(fixture, senior);
      const request = await make(made);
      if (expect === 'admitted') fixture.lawful.add(request.intent.id);
      return send(made, request);
    },
    { alone: true, control: expect === 'admitted' },
  );

// As they should be.
play('a text, by a rule that names texts', 'admitted', (fixture) => ask(fixture, text));
play('a permit, by rules about messages and payments', 'admitted', (fixture) =>
  typed(fixture, permit(fixture, 5_000_000n), says(5_000_000n)),
);
signed.play(
  'a text, relayed as it should be',
  'signed',
  async (fixture) => {
    const made = await under(fixture, [usual]);
    return signing(made, { ask: ask(made, text) });
  },
  { alone: true, control: true },
);

// By no rule.
signed.refused('that no rule names, whoever approves', 'messageNotAllowed', (fixture) => {
  const intent = messageOf(fixture, text);
  const { omar, adam, anna } = fixture.crew;
  return ofIntent(fixture, intent, approvedBy(intent, omar, adam, anna));
});
play('by a rule about every call', 'messageNotAllowed', (fixture) => ask(fixture, text), [
  rule('calls', 'web3', 'pass', {}),
]);
play('of a contract that no rule names', 'messageNotAllowed', (fixture) =>
  typed(fixture, permit(fixture, 5n, { domain: { chainId: '31337', verifyingContract: evmPayee } })),
);

// Permits that drain.
play(
  'a permit of more than may be paid',
  'refusedByRule',
  (fixture) => typed(fixture, permit(fixture, 5_000_000n), says(5_000_000n)),
  [usual, over('4000000')],
);
play(
  'a permit that no rule about payments lets pass',
  'approvalsMissing',
  (fixture) => typed(fixture, permit(fixture, 5_000_000n), says(5_000_000n)),
  [usual],
);
play('a permit of everything', 'endlessAllowance', (fixture) =>
  typed(fixture, permit(fixture, 2n ** 256n - 1n), says(2n ** 256n - 1n)),
);
play('a permit to a stranger', 'destinationNotListed', (fixture) =>
  typed(fixture, permit(fixture, 5n, {}, otherEvmPayee), says(5n)),
);
play('a permit to a stranger under the name of a listed entry', 'addressEntryUnknown', (fixture) => {
  const made = typed(fixture, permit(fixture, 5n, {}, otherEvmPayee), says(5n));
  const outputs = made.intent.outputs.map((one) => ({ ...one, entry: one.entry || entries.evm }));
  return ofIntent(fixture, { ...made.intent, outputs });
});
play('a permit that names another spender than it has', 'understatedMessage', (fixture) => {
  const made = typed(fixture, permit(fixture, 5n, {}, otherEvmPayee), says(5n));
  const outputs = made.intent.outputs.map((one) =>
    one.address === otherEvmPayee ? { ...one, address: evmPayee, entry: entries.evm } : one,
  );
  return ofIntent(fixture, { ...made.intent, outputs });
});
play('a permit that says less than may be taken', 'understatedMessage', (fixture) =>
  typed(fixture, permit(fixture, 5_000_000n), says(4_999_999n)),
);
play('a permit that says nothing of what may be taken', 'txMismatch', (fixture) =>
  typed(fixture, permit(fixture, 5_000_000n)),
);
play('a permit of several tokens, each as if it were the other', 'txMismatch', (fixture) =>
  typed(fixture, permit(fixture, 5n), [{ ...says(5n)[0], decimals: '18' } as Outflow]),
);
signed.play(
  'permits in two parts, by which more may be taken than may be paid',
  'refusedByRule',
  async (fixture) => {
    const made = await under(fixture, [usual, over('8000000'), paying]);
    const part = () => typed(made, permit(made, 5_000_000n), says(5_000_000n));
    await admit(made, part());
    return send(made, part());
  },
  { alone: true },
);
signed.play(
  'a permit and then a payment, by which more leaves than may be paid',
  'refusedByRule',
  async (fixture) => {
    const made = await under(fixture, [usual, over('8000000'), paying]);
    await admit(made, typed(made, permit(made, 5_000_000n), says(5_000_000n)));
    return send(made, payAsk(made, 'usdc'));
  },
  { alone: true },
);

// Whatever is worth what nobody can bound.
const safeTx = (to: string): object => ({
  types: {
    SafeTx: named(
      ...['address to', 'uint256 value', 'bytes data', 'uint8 operation', 'uint256 safeTxGas', 'uint256 baseGas'],
      ...['uint256 gasPrice', 'address gasToken', 'address refundReceiver', 'uint256 nonce'],
    ),
  },
  primaryType: 'SafeTx',
  domain: { chainId: '31337', verifyingContract: usdc },
  message: {
    ...{ to, value: '0', data: '0x', operation: '1', safeTxGas: '0', baseGas: '0', gasPrice: '0', nonce: '0' },
    ...{ gasToken: `0x${'0'.repeat(40)}`, refundReceiver: `0x${'0'.repeat(40)}` },
  },
});
play('a transaction of a Safe, by a rule that names its contract alone', 'messageNotAllowed', (fixture) =>
  typed(fixture, safeTx(evmPayee)),
);
play('a transaction of a Safe, by a rule that names it', 'admitted', (fixture) => typed(fixture, safeTx(evmPayee)), [
  rule('safe', 'web3', 'pass', messages(to(usdc, 'SafeTx'))),
]);
play('something else under the name of a permit', 'messageNotAllowed', (fixture) =>
  typed(
    fixture,
    permit(fixture, 0n, {
      types: { Permit: permitType.map((one) => (one.name === 'deadline' ? { ...one, type: 'uint64' } : one)) },
    }),
  ),
);
play('a permit of another owner', 'messageNotAllowed', (fixture) =>
  typed(
    fixture,
    permit(fixture, 0n, {
      message: { owner: evmPayee, spender: evmPayee, value: '0', nonce: '0', deadline: '99' },
    }),
  ),
);

// Of another network, or in a form that nobody reads.
play(
  'a permit of another network',
  'messageElsewhere',
  (fixture) => typed(fixture, permit(fixture, 0n, { domain: { chainId: '1', verifyingContract: usdc } })),
  [rule('all', 'web3', 'pass', messages(to(''), to(usdc, 'Permit')))],
);
play('a permit of every network', 'messageNotAllowed', (fixture) =>
  typed(fixture, permit(fixture, 0n, { domain: { verifyingContract: usdc } })),
);
play('typed data in another spelling', 'unreadableMessage', (fixture) =>
  ask(fixture, `typed ${hex(JSON.stringify(permit(fixture, 0n)))}`),
);
play('typed data with a field that its type does not have', 'unreadableMessage', (fixture) => {
  const call = typedMessage(readTypedData(permit(fixture, 0n)));
  const source = Buffer.from(call.slice('typed '.length), 'hex').toString();
  return ask(fixture, `typed ${hex(source.replace('"nonce":"0"', '"more":"x","nonce":"0"'))}`);
});
play('a text that is a hash', 'unreadableMessage', (fixture) => ask(fixture, `text ${hex(`0x${'ab'.repeat(32)}`)}`));
play('a text that is bytes', 'unreadableMessage', (fixture) => ask(fixture, `text ${'ab'.repeat(32)}`));
play('a text whose direction turns', 'unreadableMessage', (fixture) => ask(fixture, `text ${hex('pay \u202eeur')}`));

// Nothing that could be a transaction.
play('with a plan, as a transaction has', 'badPlan', (fixture) => ({
  ...ask(fixture, text),
  plan: evmPlan(fixture.fresh()),
}));
play('in place of a payment', 'badIntent', (fixture) => ({
  ...payAsk(fixture, 'evm', { kind: 'message', call: text }),
  kind: 'message',
}));
play('turned into a payment', 'initiatorMissing', (fixture) => {
  const made = ask(fixture, text);
  const pays = payment(fixture, 'evm');
  const intent: Intent = { ...made.intent, kind: 'transfer', call: '', ...{ outputs: pays.outputs } };
  return { ...made, kind: 'transfer', plan: evmPlan(fixture.fresh()), intent: { ...intent, conflict: 'evm-nonce' } };
});
play('turned into a call', 'initiatorMissing', (fixture) => {
  const made = typed(fixture, permit(fixture, 0n));
  const intent: Intent = { ...made.intent, kind: 'call', call: '0x12210e8a', conflict: 'evm-nonce' };
  return { ...made, kind: 'call', plan: evmPlan(fixture.fresh()), intent };
});
play('with another text than was approved', 'initiatorMissing', (fixture) => {
  const made = ask(fixture, text);
  return { ...made, intent: { ...made.intent, call: textMessage('something else') } };
});
play('of an account of another sub-wallet', 'unknownWallet', (fixture) => {
  const { from, path } = payment(fixture, 'evm', { wallet: '8' });
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  return ask(fixture, text, { from, path, outputs });
});
play(
  'on a chain that signs none',
  'badIntent',
  (fixture) => {
    const { from, path, asset, feeAsset, chain: id } = payment(fixture, 'bitcoin');
    const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
    return ask(fixture, text, { chain: id, from, path, asset, feeAsset, outputs });
  },
  [rule('texts', 'web3', 'pass', messages({ chain: 'bitcoin:regtest', contract: '', types: [] }))],
);
export const messageAttacks = signed.attacks;

import { type Intent, readMessage, readTypedData, textMessage, typedMessage, unconditional } from '@holdfast/policy';
import { evmPayee, evmPlan, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { approved, laneOf, paying, payment, type policy, type Scenario, under } from '../scenario.ts';
import { after, asking, freeze, refusals } from './refusals.ts';

/** Messages that signers refuse, each for its own reason: what could be a transaction, of another network, in another spelling, or more than it says. */
const { all, refuses } = refusals();
export const ofMessages = all;

type Rule = (typeof policy.senior)[number];
const places = [
  { chain: 'evm:31337', contract: '', types: [] },
  { chain: 'evm:31337', contract: usdc, types: [] },
  { chain: 'bitcoin:regtest', contract: '', types: [] },
];
const rule = (id: string, type: Rule['type'], when: Partial<Rule['when']>): Rule => ({
  ...{ id, name: id, enabled: 'on', type, action: 'pass', signProtection: 'on', nodes: [] },
  when: { ...unconditional, ...when },
});
const rules = [rule('messages', 'web3', { messages: places }), rule('payments', 'transfer', {})];

/** Omar asks for it, where rules let texts and what the token checks pass. */
export function signing(call = textMessage('Sign in'), changes: Partial<Intent> = {}, senior = rules): Scenario {
  return under({ v: '3', senior }, (ref) => {
    const { from, path, feeAsset, chain } = payment('evm');
    const read = readMessage({ call, chain, from });
    const names = typeof read === 'string' ? [from] : read.names;
    const outputs = names.map((address) => ({
      ...{ address, amount: '0', memo: '', entry: '' },
      path: address === from ? path : '',
    }));
    const free = { asset: feeAsset, maxFee: '0', conflict: 'none' };
    const intent = payment('evm', { kind: 'message', call, outputs, ...free, ...ref, ...changes });
    return asking(paying(intent, approved(intent)), { purpose: 'message', plan: null });
  });
}

const fields = ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'];
const permitOf = (value: bigint, change: object = {}): object => ({
  types: {
    Permit: fields.map((one) => {
      const [name, type] = one.split(' ');
      return { name, type };
    }),
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', chainId: '31337', verifyingContract: usdc },
  message: { owner: payment('evm').from, spender: evmPayee, value: String(value), nonce: '0', deadline: '9' },
  ...change,
});
const out = (units: bigint, decimals = '6') => [{ contract: usdc, units, decimals, symbol: 'USDC' }];
export const permitting = (value: bigint, outflows = out(value), changes: Partial<Intent> = {}): Scenario =>
  signing(typedMessage(readTypedData(permitOf(value)), outflows), changes);
const hex = (text: string): string => Buffer.from(text).toString('hex');

refuses('message', 'badPlan', 'a message with a plan, as a transaction has', () =>
  asking(signing(), { plan: evmPlan(5) }),
);
refuses('message', 'badIntent', 'a message on a chain that signs none', () => {
  const { chain, from, path, asset, feeAsset } = payment('bitcoin');
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  return signing(undefined, { chain, from, path, asset, feeAsset, outputs });
});
refuses('message', 'txMismatch', 'a permit that says nothing of a listed token', () => permitting(5n, []));
refuses('message', 'txMismatch', 'a permit of a token with other decimals', () => permitting(5n, out(5n, '18')));

for (const [what, code, make] of [
  ['by no rule', 'messageNotAllowed', () => signing(undefined, {}, [])],
  ['by a rule about calls', 'messageNotAllowed', () => signing(undefined, {}, [rule('calls', 'web3', {})])],
  [
    'of another network',
    'messageElsewhere',
    () => {
      const domain = { chainId: '1', verifyingContract: usdc };
      return signing(typedMessage(readTypedData(permitOf(0n, { domain }))));
    },
  ],
  [
    'of every network',
    'messageNotAllowed',
    () => signing(typedMessage(readTypedData(permitOf(0n, { domain: { verifyingContract: usdc } })))),
  ],
  ['in another spelling', 'unreadableMessage', () => signing(`typed ${hex(JSON.stringify(permitOf(0n)))}`)],
  ['that is a hash', 'unreadableMessage', () => signing(`text ${hex(`0x${'ab'.repeat(32)}`)}`)],
  ['that takes everything', 'endlessAllowance', () => permitting(2n ** 256n - 1n)],
  ['that takes more than it says', 'understatedMessage', () => permitting(5n, out(4n))],
  [
    'that names another spender than it has',
    'understatedMessage',
    () => {
      const outputs = [usdc, otherEvmPayee].map((address) => ({
        ...{ address, amount: '0', memo: '', entry: '', path: '' },
      }));
      return permitting(5n, out(5n), { outputs });
    },
  ],
] as const)
  refuses('thresholds', code, `a message ${what}`, make);

refuses('notFrozen', 'frozen', 'a message while frozen', () => after(signing(), freeze));
refuses('velocity', 'velocity', 'a permit of more than the amount of a day', () => ({
  ...permitting(5n),
  velocity: [{ wallet: '*', chain: 'evm:31337', contract: usdc, maxAmount: '4' }],
}));

/** Beside a payment that waits on the same account: neither holds the other back. */
export const besideAPayment = (): Scenario => after(signing(), ({ state }) => state.bound.set(laneOf(5), 'another'));

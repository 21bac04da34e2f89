import {
  callText,
  draftPolicy,
  encodeArguments,
  type Intent,
  methodOf,
  type Outflow,
  type PolicyDocument,
  readCall,
  unconditional,
  type Value,
} from '@holdfast/policy';
import { evmPayee, evmPlan, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, vault, vaultMethod } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, nextPolicy, payAsk, payment, policyAsk, send, transferAsk } from '../requests.ts';
import { nonceOf, speedUp } from './speed-ups.ts';

/** Contracts that are called: what stands in bytes that no person reads. The listed payee is a router here, and a vault has a list of methods. */
const called = family('call');
type Rule = PolicyDocument['senior'][number];

export const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  if (!method) throw new Error(`no method: ${signature}`);
  return `${method.selector}${Buffer.from(encodeArguments(method.inputs, values)).toString('hex')}`;
};
const swapMethod =
  'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)';
const swap = (to: string, units = 5_000_000n): string => dataOf(swapMethod, units, 1n, [usdc, otherEvmPayee], to, 99n);
const multicall = (...data: string[]): string => dataOf('multicall(bytes[] data)', data);
export const leaves = (units = 5_000_000n): Outflow[] => [{ contract: usdc, units, decimals: '6', symbol: 'USDC' }];
export const to = (address: string, entry = '', amount = '0') => ({ address, amount, memo: '', entry, path: '' });
export const router = to(evmPayee, entries.evm);

const calling = (fixture: Fixture, call: string, changes: Partial<Intent> = {}): Intent =>
  payment(fixture, 'evm', { kind: 'call', outputs: [router], call, ...changes });
const ofIntent = (fixture: Fixture, intent: Intent, approvals?: readonly unknown[]): Ask => ({
  ...transferAsk(fixture, intent, approvals),
  kind: 'call',
});
/** Asked for by Omar, agreed to by all it takes. */
export const ask = (fixture: Fixture, call: string, changes: Partial<Intent> = {}): Ask =>
  ofIntent(fixture, calling(fixture, call, changes));
/** Asked for by Omar alone. */
const alone = (fixture: Fixture, call: string, changes: Partial<Intent> = {}): Ask => {
  const intent = calling(fixture, call, changes);
  return ofIntent(fixture, intent, approvedBy(intent, fixture.crew.omar));
};
export const own = (fixture: Fixture): string => payment(fixture, 'evm').from;
const swapping = (fixture: Fixture, changes: Partial<Intent> = {}, units?: bigint): Ask =>
  ask(fixture, callText(swap(own(fixture), units), leaves(units)), changes);
/** Whatever such data does, said as it has to be. */
const saying = (fixture: Fixture, data: string, tokens: Outflow[], changes: Partial<Intent> = {}): Ask => {
  const read = readCall({ call: data, from: own(fixture), outputs: [router] });
  const others = (read?.to ?? []).map((address) => to(address, address === evmPayee ? entries.evm : ''));
  return ask(fixture, callText(data, tokens), { outputs: [router, ...others], ...changes });
};
/** The server writes something else into it once it was approved. */
export const edited = (made: Ask, changes: Partial<Intent>): Ask => ({
  ...made,
  intent: { ...made.intent, ...changes },
});

export const rule = (id: string, type: Rule['type'], action: Rule['action'], when: Partial<Rule['when']>): Rule => ({
  ...{ id, name: id, enabled: 'on', type, action, signProtection: 'on', nodes: [] },
  when: { ...unconditional, ...when },
});
const calls = (...methods: string[]): Pick<Rule['when'], 'calls'> => ({
  calls: [{ chain: 'evm:31337', contract: evmPayee, methods }],
});
const swaps = calls('0x38ed1739');
const ofToken: Rule['when']['assets'] = { mode: 'only', list: [{ chain: 'evm:31337', contract: usdc }] };
const most = (units: string): Partial<Rule['when']> => ({
  assets: ofToken,
  amount: { unit: 'coin', over: units, upTo: '', hours: '24', scope: 'wallet' },
});
const toListed: Pick<Rule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [entries.evm] } };
export async function under(fixture: Fixture, ...senior: Rule[]): Promise<Fixture> {
  // In the lowest version that can say them all.
  const policy = draftPolicy(nextPolicy(fixture, { senior }));
  await admit(fixture, policyAsk(fixture, policy));
  return { ...fixture, policy };
}
const play = (
  title: string,
  expect: string,
  senior: readonly Rule[],
  then: (fixture: Fixture) => Promise<readonly string[]>,
  control = false,
): void =>
  called.play(title, expect, async (fixture) => then(await under(fixture, ...senior)), { alone: true, control });
export const lawfully = async (fixture: Fixture, made: Ask): Promise<readonly string[]> => {
  fixture.lawful.add(made.intent.id);
  return send(fixture, made);
};

called.control('a swap to the account itself, as it was approved', (fixture) => swapping(fixture));
called.control('calls in one call, all of them said', (fixture) =>
  saying(fixture, multicall(swap(own(fixture)), dataOf('refundETH()')), leaves()),
);
called.control('an agreed method of a vault', (fixture) =>
  ask(fixture, dataOf(vaultMethod, 5n), { outputs: [to(vault, entries.vault)] }),
);
called.play('a swap, relayed as it should be', 'signed', (fixture) => signing(fixture, { ask: swapping(fixture) }), {
  control: true,
});

called.refused('that a member less approved', 'approvalsMissing', (fixture) => {
  const made = swapping(fixture);
  return { ...made, approvals: approvedBy(made.intent, fixture.crew.omar, fixture.crew.adam) };
});
called.refused('with other data than was approved', 'initiatorMissing', (fixture) =>
  edited(swapping(fixture), { call: callText(swap(own(fixture), 6_000_000n), leaves(6_000_000n)) }),
);
called.refused('of another contract than was approved', 'initiatorMissing', (fixture) =>
  edited(swapping(fixture), { outputs: [to(otherEvmPayee)] }),
);
called.refused('with more coins than was approved', 'initiatorMissing', (fixture) =>
  edited(swapping(fixture), { outputs: [to(evmPayee, entries.evm, '1')] }),
);

// Hidden arguments, and bytes that stand for another call.
called.refused('whose receiver is another than it names', 'understatedCall', (fixture) =>
  ask(fixture, callText(swap(otherEvmPayee), leaves())),
);
called.refused('whose receiver is a stranger, named as that', 'destinationNotListed', (fixture) =>
  saying(fixture, swap(otherEvmPayee), leaves()),
);
called.refused('whose receiver is a stranger, named as an own account', 'unknownWallet', (fixture) =>
  ask(fixture, callText(swap(otherEvmPayee), leaves()), {
    outputs: [router, { ...to(otherEvmPayee), path: 'm/60/8/0/0' }],
  }),
);
called.refused('that takes more than it says', 'understatedCall', (fixture) =>
  ask(fixture, callText(swap(own(fixture)), leaves(4_999_999n))),
);
called.refused('that says nothing of what it takes', 'badPlan', (fixture) => ask(fixture, swap(own(fixture))));
called.refused('of a token that nobody lists under the name of one', 'badPlan', (fixture) =>
  ask(fixture, callText(swap(own(fixture)), [...leaves(), { ...leaves()[0], contract: otherEvmPayee } as Outflow])),
);
called.refused('of a token with other decimals', 'badPlan', (fixture) =>
  ask(fixture, callText(swap(own(fixture)), [{ ...leaves()[0], decimals: '18' } as Outflow])),
);
called.refused('with bytes behind its end', 'unreadableCall', (fixture) =>
  ask(fixture, callText(`${swap(own(fixture))}00`, leaves())),
);
called.refused('with something in what pads its numbers', 'unreadableCall', (fixture) => {
  const data = dataOf('transferOwnership(address newOwner)', evmPayee);
  return ask(fixture, `${data.slice(0, 10)}01${data.slice(12)}`);
});
called.refused('whose list stands in two places', 'unreadableCall', (fixture) => {
  const data = multicall(swap(own(fixture)));
  const shifted = `${data.slice(0, 10)}${'60'.padStart(64, '0')}${'0'.repeat(128)}${data.slice(74)}`;
  return ask(fixture, callText(shifted, leaves()));
});

// Calls in calls.
called.refused('that hides another in a bundle', 'understatedCall', (fixture) =>
  ask(fixture, callText(multicall(swap(own(fixture)), swap(otherEvmPayee)), leaves())),
);
called.refused('that hides another in a bundle of a bundle', 'understatedCall', (fixture) =>
  ask(fixture, callText(multicall(multicall(swap(own(fixture)), swap(own(fixture)))), leaves())),
);
called.refused('that goes deeper than anybody reads', 'unreadableCall', (fixture) =>
  ask(fixture, callText(multicall(multicall(multicall(multicall(swap(own(fixture)))))), leaves())),
);
called.refused('of more calls than anybody reads', 'unreadableCall', (fixture) =>
  ask(fixture, multicall(...Array<string>(60).fill(dataOf('refundETH()')))),
);
called.refused('that hides what nobody explains in a bundle', 'rawCall', (fixture) =>
  ask(fixture, multicall('0xdeadbeef00')),
);
called.refused('by which a bundle takes what it was allowed', 'understatedCall', (fixture) => {
  const take = dataOf('transferFrom(address from,address to,uint256 amountOrId)', own(fixture), evmPayee, 5n);
  const bundle = dataOf('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [[usdc, false, take]]);
  return ask(fixture, callText(bundle, [{ ...leaves()[0], units: 4n } as Outflow]), {
    outputs: [router, to(usdc, entries.token)],
  });
});

// What nothing explains.
called.refused('that nobody explains, that all approved', 'rawCall', (fixture) => ask(fixture, '0xdeadbeef00'));
called.refused('of a vault by a method that is not on its list', 'rawCall', (fixture) =>
  ask(fixture, callText(swap(own(fixture)), leaves()), { outputs: [to(vault, entries.vault)] }),
);
called.refused('of a vault by a method that is not on its list, without its entry', 'destinationNotListed', (fixture) =>
  ask(fixture, callText(swap(own(fixture)), leaves()), { outputs: [to(vault)] }),
);
called.refused('of a vault by an agreed method in another spelling', 'unreadableCall', (fixture) =>
  ask(fixture, `${dataOf(vaultMethod, 5n)}00`, { outputs: [to(vault, entries.vault)] }),
);
called.refused('by which a Safe runs foreign code as itself', 'rawCall', (fixture) =>
  saying(
    fixture,
    dataOf(
      'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)',
      ...[evmPayee, 0n, dataOf('refundETH()'), 1n, 0n, 0n, 0n, evmPayee, evmPayee, '0x'],
    ),
    [],
  ),
);

// Allowances in disguise.
called.refused('that lets everything of a collection be taken', 'endlessAllowance', (fixture) =>
  saying(fixture, dataOf('setApprovalForAll(address operator,bool approved)', evmPayee, true), []),
);
called.refused('that lets Permit2 give everything away', 'endlessAllowance', (fixture) =>
  saying(
    fixture,
    dataOf(
      'approve(address token,address spender,uint160 amount,uint48 expiration)',
      usdc,
      evmPayee,
      2n ** 160n - 1n,
      9n,
    ),
    leaves(2n ** 160n - 1n),
  ),
);
called.refused('that permits a stranger to take', 'destinationNotListed', (fixture) =>
  saying(
    fixture,
    dataOf('approve(address token,address spender,uint160 amount,uint48 expiration)', usdc, otherEvmPayee, 5n, 9n),
    leaves(5n),
  ),
);
called.refused('that is a payment of a token by its bytes', 'txMismatch', (fixture) =>
  ask(fixture, callText(dataOf('transfer(address to,uint256 amount)', evmPayee, 5n), leaves(5n)), {
    outputs: [to(usdc, entries.token), router],
  }),
);
called.refused('in place of a payment', 'initiatorMissing', (fixture) => ({
  ...edited(payAsk(fixture, 'evm'), { kind: 'call', call: '0xdeadbeef' }),
  kind: 'call',
}));
called.refused('turned into a payment', 'initiatorMissing', (fixture) => ({
  ...edited(ask(fixture, dataOf('refundETH()'), { outputs: [to(evmPayee, entries.evm, '1')] }), {
    kind: 'transfer',
    call: '',
  }),
  kind: 'transfer',
}));
called.refused('of the wallet itself', 'badIntent', (fixture) =>
  ask(fixture, dataOf('refundETH()'), { outputs: [to(own(fixture))] }),
);
called.refused('that gives coins to somebody beside its contract', 'badIntent', (fixture) =>
  ask(fixture, dataOf('refundETH()'), { outputs: [router, to(otherEvmPayee, '', '1')] }),
);
called.refused('on a chain without contracts', ['badIntent', 'badPlan'], (fixture) => ({
  ...payAsk(fixture, 'bitcoin', { kind: 'call', call: dataOf('refundETH()') }),
  kind: 'call',
}));
called.refused('that costs more than was agreed', 'feeAboveCap', (fixture) => swapping(fixture, { maxFee: '1' }));
called.refused('once more for a higher fee, as a payment of nothing', 'badIntent', async (fixture) => {
  const first = await admit(fixture, swapping(fixture));
  return speedUp(fixture, first, {}, evmPlan(nonceOf(first), 3));
});
called.refused('once more for a higher fee, as a payment of something', 'notSamePayment', async (fixture) => {
  const first = await admit(fixture, swapping(fixture));
  return speedUp(fixture, first, { outputs: [{ ...router, amount: '1' }] }, evmPlan(nonceOf(first), 3));
});

play(
  'that a rule about calls lets pass, where one about payments refuses what leaves',
  'refusedByRule',
  [rule('calls', 'web3', 'pass', swaps), rule('payments', 'transfer', 'refuse', most('4000000'))],
  (fixture) => send(fixture, alone(fixture, callText(swap(own(fixture)), leaves()))),
);
play(
  'that rules about calls and about payments let pass',
  'admitted',
  [rule('calls', 'web3', 'pass', swaps), rule('payments', 'transfer', 'pass', { assets: ofToken })],
  (fixture) => lawfully(fixture, alone(fixture, callText(swap(own(fixture)), leaves()))),
  true,
);
play(
  'with coins that a rule about the token says nothing of',
  'approvalsMissing',
  [rule('calls', 'web3', 'pass', swaps), rule('payments', 'transfer', 'pass', { assets: ofToken })],
  (fixture) =>
    send(
      fixture,
      alone(fixture, callText(swap(own(fixture)), leaves()), { outputs: [to(evmPayee, entries.evm, '1')] }),
    ),
);
play(
  'in two parts, by which more leaves than may be paid',
  'refusedByRule',
  [rule('payments', 'transfer', 'refuse', most('8000000'))],
  async (fixture) => {
    await admit(fixture, swapping(fixture));
    return send(fixture, swapping(fixture));
  },
);
play(
  'and then a payment, by which more leaves than may be paid',
  'refusedByRule',
  [rule('payments', 'transfer', 'refuse', most('8000000'))],
  async (fixture) => {
    await admit(fixture, swapping(fixture));
    return send(fixture, payAsk(fixture, 'usdc'));
  },
);
play(
  'that a rule names with its payees',
  'admitted',
  [rule('router', 'web3', 'pass', { ...swaps, ...toListed }), rule('payments', 'transfer', 'refuse', {})],
  (fixture) => lawfully(fixture, alone(fixture, callText(swap(own(fixture)), leaves()))),
  true,
);
play('that nobody explains, by a rule about every call', 'rawCall', [rule('calls', 'web3', 'pass', {})], (fixture) =>
  send(fixture, alone(fixture, '0xdeadbeef00')),
);
play(
  'that nobody explains, by a rule that names its contract alone',
  'rawCall',
  [rule('calls', 'web3', 'pass', calls())],
  (fixture) => send(fixture, alone(fixture, '0xdeadbeef00')),
);
play(
  'that nobody explains, by a rule that names it',
  'admitted',
  [rule('calls', 'web3', 'pass', calls('0xdeadbeef'))],
  (fixture) => lawfully(fixture, alone(fixture, '0xdeadbeef00')),
  true,
);
play(
  'hidden beside one that a rule lets pass',
  'approvalsMissing',
  [rule('calls', 'web3', 'pass', calls('0xac9650d8', '0x12210e8a'))],
  (fixture) => send(fixture, alone(fixture, multicall(dataOf('refundETH()'), dataOf('deposit()')))),
);
export const callAttacks = called.attacks;

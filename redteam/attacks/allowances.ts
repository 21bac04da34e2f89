import { type Intent, type PolicyDocument, unconditional } from '@holdfast/policy';
import { evmPlan, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture } from '../fixture.ts';
import { freezeAll, signing } from '../relay.ts';
import { type Ask, approvedBy, nextPolicy, payAsk, payment, policyAsk, send, transferAsk } from '../requests.ts';
import { nonceOf, speedUp, underWay } from './speed-ups.ts';

/** Tokens that somebody else may take: nothing is paid, and everything may be. */
const allowed = family('allowance');
const endless = String(2n ** 256n - 1n);
type Rule = PolicyDocument['senior'][number];

const allowing = (fixture: Fixture, amount = '5000000', changes: Partial<Intent> = {}): Intent => {
  const intent = payment(fixture, 'usdc', { kind: 'allowance', ...changes });
  return changes.outputs ? intent : { ...intent, outputs: intent.outputs.map((output) => ({ ...output, amount })) };
};
const allow = (fixture: Fixture, amount?: string, changes: Partial<Intent> = {}): Ask => ({
  ...transferAsk(fixture, allowing(fixture, amount, changes)),
  kind: 'allowance',
});
/** Asked for by Omar alone. */
const alone = (fixture: Fixture, amount?: string, changes: Partial<Intent> = {}): Ask => {
  const intent = allowing(fixture, amount, changes);
  return { ...transferAsk(fixture, intent, approvedBy(intent, fixture.crew.omar)), kind: 'allowance' };
};
/** The server writes something else into it once it was approved. */
const edited = (ask: Ask, changes: Partial<Intent>): Ask => ({ ...ask, intent: { ...ask.intent, ...changes } });
const to = (address: string, amount = '5000000', entry = '', path = '') => ({
  outputs: [{ address, amount, memo: '', entry, path }],
});

const rule = (id: string, type: Rule['type'], action: Rule['action'], when: Partial<Rule['when']>): Rule => ({
  ...{ id, name: id, enabled: 'on', type, action, signProtection: 'on', nodes: [] },
  when: { ...unconditional, ...when },
});
const token = { chain: 'evm:31337', contract: usdc };
const ofToken: Rule['when']['assets'] = { mode: 'only', list: [token] };
const approves = { calls: [{ ...token, methods: ['0x095ea7b3'] }] };
const toListed: Pick<Rule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [entries.evm] } };
/** More than so much of it within a day is not paid. */
const most = (units: string): Partial<Rule['when']> => ({
  assets: ofToken,
  amount: { unit: 'coin', over: units, upTo: '', hours: '24', scope: 'wallet' },
});
/** The fixture under other rules, agreed to as it should be. */
async function under(fixture: Fixture, ...senior: Rule[]): Promise<Fixture> {
  const policy = nextPolicy(fixture, { senior });
  await admit(fixture, policyAsk(fixture, policy));
  return { ...fixture, policy };
}
const lawfully = async (fixture: Fixture, ask: Ask): Promise<readonly string[]> => {
  fixture.lawful.add(ask.intent.id);
  return send(fixture, ask);
};
const play = (
  title: string,
  expect: string,
  senior: readonly Rule[],
  then: (fixture: Fixture) => Promise<readonly string[]>,
  control = false,
): void =>
  allowed.play(title, expect, async (fixture) => then(await under(fixture, ...senior)), { alone: true, control });

allowed.control('so much to a listed spender, as it was approved', (fixture) => allow(fixture));
allowed.control('taken back from a listed spender', (fixture) => allow(fixture, '0'));
allowed.control('taken back from a stranger', (fixture) => allow(fixture, '0', to(otherEvmPayee, '0')));
allowed.play(
  'so much to a listed spender, relayed as it should be',
  'signed',
  (fixture) => signing(fixture, { ask: allow(fixture) }),
  { control: true },
);

allowed.refused('that a member less approved', 'approvalsMissing', (fixture) => {
  const ask = allow(fixture);
  return { ...ask, approvals: approvedBy(ask.intent, fixture.crew.omar, fixture.crew.adam) };
});
allowed.refused('of more than was approved', 'initiatorMissing', (fixture) =>
  edited(allow(fixture), to(allow(fixture).intent.outputs[0]?.address ?? '', '5000001', entries.evm)),
);
allowed.refused('to another spender than was approved', 'initiatorMissing', (fixture) =>
  edited(allow(fixture), to(otherEvmPayee)),
);
allowed.refused('to a stranger under the name of a listed one', 'addressEntryUnknown', (fixture) =>
  allow(fixture, '5000000', to(otherEvmPayee, '5000000', entries.evm)),
);
allowed.refused('to a stranger, that all approved', 'destinationNotListed', (fixture) =>
  allow(fixture, '5000000', to(otherEvmPayee)),
);
allowed.refused('to a stranger, said to be an own account', 'unknownWallet', (fixture) =>
  allow(fixture, '5000000', to(otherEvmPayee, '5000000', '', 'm/60/8/0/0')),
);
allowed.refused('without limit, that all approved', 'endlessAllowance', (fixture) => allow(fixture, endless));
allowed.refused('of ten thousand million coins, that all approved', 'endlessAllowance', (fixture) =>
  allow(fixture, '10000000000000000'),
);
allowed.refused('to the contract of a token', 'badPlan', (fixture) =>
  allow(fixture, '0', { outputs: [{ address: usdc, amount: '0', memo: '', entry: '', path: '' }] }),
);
allowed.refused('of the chain’s own coin', 'badIntent', (fixture) =>
  allow(fixture, '5000000', { asset: { symbol: 'ETH', contract: '', decimals: '18' } }),
);
allowed.refused('to two spenders', 'badIntent', (fixture) => {
  const [one] = allow(fixture).intent.outputs;
  return allow(fixture, '5000000', { outputs: one ? [one, one] : [] });
});
allowed.refused('to the wallet itself', 'badIntent', (fixture) => {
  const { from, path } = allow(fixture).intent;
  return allow(fixture, '5000000', to(from, '5000000', '', path));
});
allowed.refused('with a call in words', 'badIntent', (fixture) => allow(fixture, '5000000', { call: 'energy' }));
allowed.refused('on a chain whose coins are not accounts', ['badIntent', 'badPlan'], (fixture) => ({
  ...payAsk(fixture, 'bitcoin', { kind: 'allowance' }),
  kind: 'allowance',
}));
allowed.refused('in place of a payment', 'initiatorMissing', (fixture) => ({
  ...edited(payAsk(fixture, 'usdc'), { kind: 'allowance' }),
  kind: 'allowance',
}));
allowed.refused('turned into a payment', 'initiatorMissing', (fixture) => ({
  ...edited(allow(fixture), { kind: 'transfer' }),
  kind: 'transfer',
}));
allowed.refused('that costs more than was agreed', 'feeAboveCap', (fixture) =>
  allow(fixture, '5000000', { maxFee: '1' }),
);
allowed.refused('at another sub-wallet’s path', ['unknownWallet', 'badIntent'], (fixture) =>
  allow(fixture, '5000000', { path: 'm/60/8/0/0' }),
);
allowed.play(
  'while the signers are frozen',
  'frozen',
  async (fixture) => {
    await freezeAll(fixture);
    return send(fixture, allow(fixture));
  },
  { alone: true },
);
allowed.refused('once more for a higher fee, as a payment', 'notSamePayment', async (fixture) => {
  const first = await underWay(fixture, allow(fixture));
  return speedUp(fixture, first, { asset: first.intent.asset }, evmPlan(nonceOf(first), 3));
});

play(
  'that a rule about its token lets pass, where one about payments refuses it',
  'refusedByRule',
  [rule('calls', 'web3', 'pass', approves), rule('payments', 'transfer', 'refuse', most('4000000'))],
  (fixture) => send(fixture, alone(fixture)),
);
play(
  'that rules about its token and about payments let pass',
  'admitted',
  [rule('calls', 'web3', 'pass', approves), rule('payments', 'transfer', 'pass', { assets: ofToken })],
  (fixture) => lawfully(fixture, alone(fixture)),
  true,
);
play(
  'that a rule about payments alone lets pass',
  'approvalsMissing',
  [rule('payments', 'transfer', 'pass', { assets: ofToken })],
  (fixture) => send(fixture, alone(fixture)),
);
play(
  'in two parts, by which more may be taken than may be paid',
  'refusedByRule',
  [rule('calls', 'web3', 'pass', approves), rule('payments', 'transfer', 'refuse', most('8000000'))],
  async (fixture) => {
    await admit(fixture, allow(fixture));
    return send(fixture, allow(fixture));
  },
);
play(
  'and then a payment, by which more leaves than may be paid',
  'refusedByRule',
  [rule('calls', 'web3', 'pass', approves), rule('payments', 'transfer', 'refuse', most('8000000'))],
  async (fixture) => {
    await admit(fixture, allow(fixture));
    return send(fixture, payAsk(fixture, 'usdc'));
  },
);
play(
  'without limit, to a spender that a rule names with the token',
  'admitted',
  [rule('router', 'web3', 'pass', { ...approves, ...toListed })],
  (fixture) => lawfully(fixture, alone(fixture, endless)),
  true,
);
play(
  'without limit, to a spender that a rule names for calls of its own',
  'endlessAllowance',
  [rule('router', 'web3', 'pass', toListed)],
  (fixture) => send(fixture, alone(fixture, endless)),
);
play(
  'without limit, by a rule that names the token and no spender',
  'endlessAllowance',
  [rule('calls', 'web3', 'pass', approves)],
  (fixture) => send(fixture, alone(fixture, endless)),
);
export const allowanceAttacks = allowed.attacks;

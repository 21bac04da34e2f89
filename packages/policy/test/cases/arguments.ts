import { callText, type Intent, readCall, readTypedData, type SeniorRule, typedMessage } from '../../src/index.ts';
import { callData, hashOf, messageIntent, named, ownAccount, router, stranger, usdc } from '../fixtures.ts';
import { amount, asked, basic, type Case, eth, type KnownFacts, rule, senior } from './crew.ts';

/** What arguments of calls may be, and what the amount of a rule says of a message that nobody can bound. */

const chain = 'evm:31337';
const entry = hashOf('usdc');
const known: KnownFacts = { listed: [entry], prices: { [`${chain}|${usdc}`]: '1', [eth]: '2000' }, spendings: [] };
const setCap = 'setCap(uint256 cap,address for)';
const agreed: KnownFacts = { ...known, methods: { [router]: [setCap] } };
const selectorOf = (method: string): string =>
  callData(method, ...(method === setCap ? [0n, stranger] : [])).slice(0, 10);
const cap = selectorOf(setCap);
const multicall = 'multicall(bytes[] data)';

type Bound = NonNullable<SeniorRule['when']['args']>[number];
const bound = (method: string, at: string, change: Partial<Bound>): Bound => ({
  ...{ method, at, least: '', most: '', in: [] },
  ...change,
});
const toCap = { calls: [{ chain, contract: router, methods: [cap] }] };
const called = (action: SeniorRule['action'], args: Bound[], when: Partial<SeniorRule['when']> = toCap): SeniorRule =>
  rule(action, { ...when, args }, { id: 'a1', name: 'Arguments', type: 'web3' });
const saying = (data: string): Partial<Intent> => {
  const to = readCall({ call: data, from: ownAccount, outputs: named(router) })?.to ?? [];
  return { kind: 'call', outputs: named(router, ...to), call: callText(data, []) };
};
const capped = (units: bigint, who = stranger): Partial<Intent> => saying(callData(setCap, units, who));
const judged = (intent: Partial<Intent>, rules: SeniorRule[], is: Case['is'], facts = agreed): Case => ({
  policy: {
    ...senior(...rules),
    v: rules.some(({ when }) => when.args) ? '4' : rules.some(({ when }) => when.messages) ? '3' : '1',
  },
  ...{ intent, votes: asked, facts, is },
});
const refused = (id: string, problem: string): Case['is'] => ['unsatisfiable', id, problem];
const passed: Case['is'] = ['satisfied', 'senior a1'];
const upTo = (most: string) => bound(setCap, '0', { most });
const forUs = bound(setCap, '1', { in: [stranger.toLowerCase()] });

const setMany = 'setMany(address[] who,uint256 cap)';
const toMany = (...who: string[]): Partial<Intent> => saying(callData(setMany, who, 1n));
const many = { calls: [{ chain, contract: router, methods: [callData(setMany, [], 1n).slice(0, 10)] }] };
const ofMany = bound(setMany, '0', { in: [stranger] });
const manyAgreed: KnownFacts = { ...known, methods: { [router]: [setMany] } };

const send = 'transferFrom(address from,address to,uint256 amountOrId)';
const sends = (units: bigint): string => callData(send, stranger, router, units);
const batch = (...inner: string[]): Partial<Intent> => saying(callData(multicall, inner));
const bundle = {
  calls: [{ chain, contract: router, methods: [selectorOf('x()'), '0xac9650d8', '0x23b872dd'] }],
};
const ofSend = (most: string) => bound(send, '2', { most });

/** Typed data that no standard has, by a rule that names its contract and type. */
const unknownData = {
  types: { Deal: [{ name: 'price', type: 'uint256' }] },
  primaryType: 'Deal',
  domain: { chainId: '31337', verifyingContract: router },
  message: { price: '5' },
};
const deal = (): Partial<Intent> => {
  const made = messageIntent(typedMessage(readTypedData(unknownData)));
  const { kind, outputs, call, asset, maxFee, conflict } = made;
  return { kind, outputs, call, asset, maxFee, conflict };
};
const dealing = (action: SeniorRule['action'], change: Parameters<typeof amount>[0], id = 'm1'): SeniorRule =>
  rule(
    action,
    { messages: [{ chain, contract: router, types: ['Deal'] }], ...amount({ unit: 'usd', ...change }) },
    { id, name: 'Deals', type: 'web3' },
  );

export const argumentRulings: Record<string, Case> = {
  'a number within its bound': judged(capped(250n), [called('pass', [upTo('250')])], passed),
  'a number above its bound': judged(capped(251n), [called('pass', [upTo('250')])], ['waiting', basic]),
  'a number below its bound': judged(
    capped(9n),
    [called('pass', [bound(setCap, '0', { least: '10', most: '250' })])],
    ['waiting', basic],
  ),
  'a number that a rule refuses from a bound on': judged(
    capped(251n),
    [called('refuse', [bound(setCap, '0', { least: '251' })])],
    refused('senior a1', 'refusedByRule'),
  ),
  'a number below what a rule refuses': judged(
    capped(250n),
    [called('refuse', [bound(setCap, '0', { least: '251' })])],
    ['waiting', basic],
  ),
  'an address of the list, in another case': judged(capped(1n), [called('pass', [forUs])], passed),
  'an address that is not on the list': judged(capped(1n, usdc), [called('pass', [forUs])], ['waiting', basic]),
  'several arguments, of which one does not hold': judged(
    capped(300n),
    [called('pass', [forUs, upTo('250')])],
    ['waiting', basic],
  ),
  'an argument that nobody can read, of a method that is named': judged(
    capped(1n),
    [called('flow', [upTo('250')])],
    refused('senior a1', 'rawCall'),
    known,
  ),
  'an argument that nobody can read, though a rule behind names the method': judged(
    capped(1n),
    [called('flow', [upTo('250')]), rule('pass', toCap, { id: 'a2', name: 'Raw', type: 'web3' })],
    refused('senior a1', 'rawCall'),
    known,
  ),
  'an argument that is read by other types': judged(
    capped(1n),
    [called('pass', [upTo('250')])],
    refused(basic, 'rawCall'),
    { ...known, methods: { [router]: ['other(uint256 cap)'] } },
  ),
  'every call of a bundle within its bound': judged(
    batch(sends(5n), sends(6n)),
    [called('pass', [ofSend('6')], bundle)],
    passed,
    known,
  ),
  'one call of a bundle above its bound, where a rule lets pass': judged(
    batch(sends(5n), sends(7n)),
    [called('pass', [ofSend('6')], bundle)],
    ['waiting', basic],
    known,
  ),
  'one call of a bundle above what a rule refuses': judged(
    batch(sends(5n), sends(7n)),
    [called('refuse', [bound(send, '2', { least: '7' })], bundle)],
    refused('senior a1', 'refusedByRule'),
    known,
  ),
  'some of a list within what a rule refuses': judged(
    toMany(stranger, usdc),
    [called('refuse', [ofMany], many)],
    refused('senior a1', 'refusedByRule'),
    manyAgreed,
  ),
  'some of a list within what a rule asks more for': judged(
    toMany(stranger, usdc),
    [called('flow', [ofMany], many), rule('pass', many, { id: 'a2', name: 'Many', type: 'web3' })],
    ['waiting', 'senior a1'],
    manyAgreed,
  ),
  'some of a list within what a rule lets pass': judged(
    toMany(stranger, usdc),
    [called('pass', [ofMany], many)],
    ['waiting', basic],
    manyAgreed,
  ),
  'all of a list within what a rule lets pass': judged(
    toMany(stranger, stranger),
    [called('pass', [ofMany], many)],
    passed,
    manyAgreed,
  ),
  'none of a list within what a rule refuses': judged(
    toMany(usdc, router),
    [called('refuse', [ofMany], many)],
    ['waiting', basic],
    manyAgreed,
  ),
  'a message that nobody can bound, by a rule up to an amount': judged(
    deal(),
    [dealing('pass', { upTo: '100000' })],
    refused(basic, 'messageNotAllowed'),
    known,
  ),
  'a message that nobody can bound, by a rule about a day': judged(
    deal(),
    [dealing('pass', { upTo: '100000', hours: '24' })],
    refused(basic, 'messageNotAllowed'),
    known,
  ),
  'a message that nobody can bound, where a rule refuses from an amount on': judged(
    deal(),
    [dealing('refuse', { over: '100000' }), dealing('pass', { unit: 'none' }, 'm2')],
    refused('senior m1', 'refusedByRule'),
    known,
  ),
  'a message that nobody can bound, by a rule without an amount': judged(
    deal(),
    [dealing('flow', { unit: 'none' })],
    ['waiting', 'senior m1'],
    known,
  ),
};

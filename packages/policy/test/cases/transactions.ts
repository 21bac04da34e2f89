import {
  type Outcome,
  outcomeOf,
  type PolicyDocument,
  type SeniorRule,
  type SimulatedTransaction,
  simulate,
} from '../../src/index.ts';
import { hashOf, node } from '../fixtures.ts';
import { crew, rule } from './crew.ts';

/** Imagined transactions of every type, and what the rules say of them. */

const chain = 'evm:31337';
export const vault = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
export const router = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512';
export const [deposit, withdraw] = ['0xd0e30db0', '0x2e1a7d4d'];
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

export const web3: SimulatedTransaction = {
  type: 'web3',
  initiator: 'cem',
  wallet: '7',
  asset: { chain, contract: '', decimals: '18' },
  amount: '0',
  to: 'unknown',
  entry: '',
  calls: [{ contract: vault, method: deposit }],
  price: '2000',
  spent: '0',
};
const trade: Partial<SimulatedTransaction> = {
  type: 'trade',
  asset: { chain, contract: usdc, decimals: '6' },
  amount: '5000000',
  price: '1',
};
const calling = (...calls: readonly (readonly [string, string])[]): Partial<SimulatedTransaction> => ({
  calls: calls.map(([contract, method]) => ({ contract, method })),
});

type When = SeniorRule['when'];
export const named = (contract: string, ...methods: string[]): When['calls'][number] => ({ chain, contract, methods });
/** A rule for web3 calls, unless it says otherwise. */
const about = (action: SeniorRule['action'], when: Partial<When> = {}, change: Partial<SeniorRule> = {}): SeniorRule =>
  rule(action, when, { type: 'web3', ...change });
const under = (...senior: SeniorRule[]): PolicyDocument => ({ ...crew, senior });
const two = { ...about('pass'), id: 'r2', name: 'Rule two' };
const board = about('flow', { calls: [named(vault)] }, { nodes: [{ ...node('Both', 2, 'ann', 'bob'), kind: 'sign' }] });
const usd = (change: Partial<When['amount']>): Partial<When> => ({
  amount: { unit: 'usd', over: '', upTo: '', hours: '0', scope: 'wallet', ...change },
});
const whitelist = (doc: PolicyDocument): PolicyDocument => ({ ...doc, book: { mode: 'on', coolingHours: '24' } });

interface Case {
  readonly policy: PolicyDocument;
  readonly transaction?: Partial<SimulatedTransaction>;
  /** Action, then `level id`, then the thresholds of the steps, then the problem when there is one. */
  readonly is: readonly [Outcome['action'], string, string?, string?];
}
const basic = 'basic *';
const first = 'senior r1';
/** Steps of the basic flow: anybody approves and releases. */
const anybody = '1';

const calls: Record<string, Case> = {
  'no rule: the basic flow': { policy: crew, is: ['flow', basic, anybody] },
  'a rule about transfers is passed over': { policy: under(rule('refuse')), is: ['flow', basic, anybody] },
  'a rule about trades is passed over': {
    policy: under(about('refuse', {}, { type: 'trade' })),
    is: ['flow', basic, anybody],
  },
  'a rule about every call': { policy: under(about('refuse')), is: ['refuse', first, '', 'refusedByRule'] },
  'a contract is refused': {
    policy: under(about('refuse', { calls: [named(vault)] })),
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'another contract is not': {
    policy: under(about('refuse', { calls: [named(router)] })),
    is: ['flow', basic, anybody],
  },
  'the same address on another chain is not': {
    policy: under(about('refuse', { calls: [{ ...named(vault), chain: 'evm:1' }] })),
    is: ['flow', basic, anybody],
  },
  'an address in capitals is the same': {
    policy: under(about('refuse', { calls: [named('0x5FbDB2315678afecb367f032d93F642f64180aa3')] })),
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'an address in capitals on a chain where they count is another': {
    policy: under(about('refuse', { calls: [{ chain: 'tron:local', contract: 'TAbc', methods: [] }] })),
    transaction: { asset: { chain: 'tron:local', contract: '', decimals: '6' }, ...calling(['TABC', '']) },
    is: ['flow', basic, anybody],
  },
  'a method is refused': {
    policy: under(about('refuse', { calls: [named(vault, withdraw, deposit)] })),
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'another method is not': {
    policy: under(about('refuse', { calls: [named(vault, withdraw)] })),
    is: ['flow', basic, anybody],
  },
  'a call without a method is none of those named': {
    policy: under(about('pass', { calls: [named(vault, deposit)] })),
    transaction: calling([vault, '']),
    is: ['flow', basic, anybody],
  },
  'a call without a method is one where none are named': {
    policy: under(about('pass', { calls: [named(vault)] })),
    transaction: calling([vault, '']),
    is: ['pass', first],
  },
  'each call is named in a line of its own': {
    policy: under(about('pass', { calls: [named(vault, deposit), named(router)] })),
    transaction: calling([router, withdraw], [vault, deposit]),
    is: ['pass', first],
  },
};

const bundles: Record<string, Case> = {
  'a refused call beside another is refused': {
    policy: under(about('refuse', { calls: [named(vault)] }), two),
    transaction: calling([router, deposit], [vault, deposit]),
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'a call that passes does not take another along': {
    policy: under(about('pass', { calls: [named(vault)] })),
    transaction: calling([vault, deposit], [router, deposit]),
    is: ['flow', basic, anybody],
  },
  'a call that passes takes another along to no other rule': {
    policy: under(about('pass', { calls: [named(vault)] }), { ...two, action: 'refuse' }),
    transaction: calling([vault, deposit], [router, deposit]),
    is: ['refuse', 'senior r2', '', 'refusedByRule'],
  },
  'two of one flow': {
    policy: under(board),
    transaction: calling([vault, deposit], [vault, withdraw]),
    is: ['flow', first, '2'],
  },
  'a flow does not end with a call that it does not name: what stands behind it is asked as well': {
    policy: under(board),
    transaction: calling([vault, deposit], [router, deposit]),
    is: ['flow', first, '2 1'],
  },
  'a flow, and behind it a rule that lets everything pass': {
    policy: under(board, two),
    transaction: calling([vault, deposit], [router, deposit]),
    is: ['flow', first, '2'],
  },
  'a flow for one and a refusal for the other': {
    policy: under(board, about('refuse', { calls: [named(router)] }, { id: 'r2', name: 'Rule two' })),
    transaction: calling([vault, deposit], [router, deposit]),
    is: ['refuse', 'senior r2', '', 'refusedByRule'],
  },
  'calls that are not known are refused by a rule about any': {
    policy: under(about('refuse', { calls: [named(vault, deposit)] }), two),
    transaction: { calls: '' },
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'calls that are not known pass by no rule that names some': {
    policy: under(about('pass', { calls: [named(vault)] })),
    transaction: { calls: '' },
    is: ['flow', basic, anybody],
  },
  'calls that are not known pass by a rule that names none': {
    policy: under(two),
    transaction: { calls: '' },
    is: ['pass', 'senior r2'],
  },
};

const listed = hashOf('listed');
const places: Record<string, Case> = {
  'whitelist: a contract that is not listed': {
    policy: whitelist(under(two)),
    is: ['refuse', 'senior r2', '', 'destinationNotListed'],
  },
  'whitelist: a listed contract': {
    policy: whitelist(under(two)),
    transaction: { to: 'listed' },
    is: ['pass', 'senior r2'],
  },
  'a rule about an entry, which is the contract': {
    policy: under(about('pass', { destinations: { mode: 'listed', entries: [listed] } })),
    transaction: { to: 'listed', entry: listed },
    is: ['pass', first],
  },
  'a rule about an entry, and a listed contract that is another': {
    policy: under(about('pass', { destinations: { mode: 'listed', entries: [listed] } })),
    transaction: { to: 'listed' },
    is: ['flow', basic, anybody],
  },
  'strangers are refused: so is a contract that is not listed': {
    policy: under(about('refuse', { destinations: { mode: 'unknown', entries: [] } })),
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'a program asks as it does for transfers': {
    policy: under(about('pass', { initiators: ['role:api'] })),
    transaction: { initiator: 'eve' },
    is: ['pass', first],
  },
  'who only looks on asks for nothing': {
    policy: under(two),
    transaction: { wallet: '9' },
    is: ['refuse', 'senior r2', '', 'initiatorNotAllowed'],
  },
};

const upTo = (cents: string): SeniorRule => about('pass', { calls: [named(vault, deposit)], ...usd({ upTo: cents }) });
const amounts: Record<string, Case> = {
  'no value is not more than anything': {
    policy: under(about('refuse', usd({ over: '0' }))),
    is: ['flow', basic, anybody],
  },
  'no value needs no price': { policy: under(upTo('1')), transaction: { price: '' }, is: ['pass', first] },
  'no value needs the counters': {
    policy: under(about('refuse', usd({ over: '100', hours: '24' }))),
    transaction: { spent: '1000000000000000000' },
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'value that goes along, up to the cent': {
    policy: under(upTo('200000')),
    transaction: { amount: '1000000000000000000' },
    is: ['pass', first],
  },
  'value that goes along, one unit more': {
    policy: under(upTo('200000')),
    transaction: { amount: '1000000000000000001' },
    is: ['flow', basic, anybody],
  },
  'value without a price': {
    policy: under(upTo('99999999999999')),
    transaction: { amount: '1', price: '' },
    is: ['flow', basic, anybody],
  },
  'a refusal of some calls above a value, the value not known': {
    policy: under(about('refuse', { calls: [named(vault)], ...usd({ over: '99999999999999' }) }), two),
    transaction: { amount: '1', price: '', ...calling([vault, deposit], [router, deposit]) },
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'a refusal of some calls above a value, the value below': {
    policy: under(about('refuse', { calls: [named(vault)], ...usd({ over: '99999999999999' }) }), two),
    transaction: { amount: '1', ...calling([vault, deposit], [router, deposit]) },
    is: ['pass', 'senior r2'],
  },
};

const forTrades = (action: SeniorRule['action'], when: Partial<When> = {}): SeniorRule =>
  about(action, when, { type: 'trade' });
const trades: Record<string, Case> = {
  'a trade by a rule about trades': {
    policy: under(forTrades('pass')),
    transaction: { ...trade, ...calling([router, deposit]) },
    is: ['pass', first],
  },
  'a trade is no web3 call': {
    policy: under(two),
    transaction: { ...trade, ...calling([router, deposit]) },
    is: ['flow', basic, anybody],
  },
  'a trade without calls is none of those named': {
    policy: under(forTrades('refuse', { calls: [named(router)] })),
    transaction: { ...trade, calls: [] },
    is: ['flow', basic, anybody],
  },
  'a trade of which the calls are not known may be any of those named': {
    policy: under(forTrades('refuse', { calls: [named(router)] })),
    transaction: { ...trade, calls: '' },
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'what is given away is the amount': {
    policy: under(forTrades('refuse', usd({ over: '499' }))),
    transaction: { ...trade, ...calling([router, deposit]) },
    is: ['refuse', first, '', 'refusedByRule'],
  },
  'what is given away is the asset': {
    policy: under(forTrades('refuse', { assets: { mode: 'except', list: [{ chain, contract: usdc }] } })),
    transaction: { ...trade, ...calling([router, deposit]) },
    is: ['flow', basic, anybody],
  },
};
const transfers: Record<string, Case> = {
  'a transfer is judged by rules about transfers, web3 rules or not': {
    policy: under(about('refuse'), { ...rule('pass'), id: 'r2' }),
    transaction: { type: 'transfer', amount: '1', calls: [] },
    is: ['pass', 'senior r2'],
  },
};

const all = { ...calls, ...bundles, ...places, ...amounts, ...trades, ...transfers };
export const transactionVectors = () =>
  Object.entries(all).map(([name, { policy, transaction: change, is }]) => {
    const transaction: SimulatedTransaction = { ...web3, ...change };
    const { subject, known } = simulate(transaction);
    const result = outcomeOf(policy, subject, known);
    const { action, rule: met, nodes, problem } = result;
    const steps = action === 'flow' ? nodes.map(({ threshold }) => threshold).join(' ') : '';
    const got = [action, `${met.level} ${met.id}`, steps, problem];
    const expected = [is[0], is[1], is[2] ?? '', is[3] ?? ''];
    if (got.join('|') !== expected.join('|')) throw new Error(`${name}: expected ${expected}, got ${got}`);
    return { name, policy, transaction, result };
  });

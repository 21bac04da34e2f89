import type { Member, PolicyDocument, PolicyProblem, SeniorRule } from '../../src/index.ts';
import { hashOf, keys, member, node, strategy } from '../fixtures.ts';
import { crew, rule } from './crew.ts';

type When = SeniorRule['when'];
const none: When['amount'] = { unit: 'none', over: '', upTo: '', hours: '0', scope: 'wallet' };
const eth = { chain: 'evm:31337', contract: '' };
const onlyEth: When['assets'] = { mode: 'only', list: [eth] };
const bounds = (change: Partial<When['amount']>): Partial<When> => ({
  assets: onlyEth,
  amount: { ...none, ...change },
});
const to = (mode: When['destinations']['mode'], ...entries: string[]): Partial<When> => ({
  destinations: { mode, entries },
});
const senior = (...rules: SeniorRule[]): PolicyDocument => ({ ...crew, senior: rules });
const rules = (when: Partial<When>, action: SeniorRule['action'] = 'pass', change: Partial<SeniorRule> = {}) =>
  senior(rule(action, when, change));
const who = (id: string, change: Partial<Member>): Partial<PolicyDocument> => ({
  members: crew.members.map((one) => (one.id === id ? { ...one, ...change } : one)),
});
const bad: PolicyProblem[] = ['badCondition'];
const [entry, contract] = [hashOf('entry'), '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'];
const call = { chain: 'evm:1', contract, methods: ['0xa9059cbb'] };
const sign = (...approvers: string[]) => ({ ...node('Release', 1, ...approvers), kind: 'sign' as const });

type Bound = NonNullable<When['args']>[number];
const transferMethod = 'transfer(address to,uint256 amount)';
/** Of the version that has words for it. */
const latest = (policy: PolicyDocument): PolicyDocument => ({ ...policy, v: '4' });
const bounded = (change: Partial<Bound>, type: SeniorRule['type'] = 'web3', calls = [call]): PolicyDocument =>
  latest(
    rules({ calls, args: [{ method: transferMethod, at: '1', least: '', most: '9', in: [], ...change }] }, 'flow', {
      type,
    }),
  );
const ofAddress = { at: '0', most: '', in: [contract] };
const deploying = (inputs: string, when: Partial<When> = {}, type: SeniorRule['type'] = 'web3'): PolicyDocument =>
  latest(rules({ deploys: [{ chain: 'evm:1', code: entry, inputs }], ...when }, 'flow', { type }));

const ofNfts = (
  change: Partial<NonNullable<When['nfts']>>,
  action: SeniorRule['action'] = 'flow',
  type: SeniorRule['type'] = 'web3',
): PolicyDocument => {
  const nfts = {
    collections: [{ chain: 'evm:1', contract }],
    over: '',
    upTo: '',
    hours: '0',
    scope: 'wallet' as const,
  };
  return latest(rules({ nfts: { ...nfts, ...change } }, action, { type }));
};

const conditions: Record<string, [PolicyDocument, PolicyProblem[]]> = {
  'a bound of a number': [bounded({}), []],
  'a bound of an address': [bounded(ofAddress), []],
  'a bound of nothing': [bounded({ most: '' }), bad],
  'a bound that no number is in': [bounded({ least: '10' }), bad],
  'a number as an address': [bounded({ at: '0' }), bad],
  'an address as a number': [bounded({ ...ofAddress, at: '1' }), bad],
  'addresses of a list with a number': [bounded({ ...ofAddress, most: '1' }), bad],
  'an argument that is not there': [bounded({ at: '2' }), bad],
  'a part of what has none': [bounded({ at: '1.0' }), bad],
  'a method that the rule does not name': [bounded({ method: 'approve(address to,uint256 amount)' }), bad],
  'a method in another spelling': [bounded({ method: 'transfer(address to, uint256 amount)' }), bad],
  'arguments of a transfer': [bounded({}, 'transfer', []), bad],
  'arguments of trades': [bounded({}, 'trade'), []],
  'NFTs of a collection': [ofNfts({}), []],
  'NFTs between two bounds': [ofNfts({ over: '1', upTo: '3', hours: '24', scope: 'member' }), []],
  'NFTs between bounds that leave no room': [ofNfts({ over: '3', upTo: '3' }), bad],
  'NFTs in a window without a bound': [ofNfts({ hours: '24' }), bad],
  'NFTs that pass without a bound': [ofNfts({ over: '1' }, 'pass'), bad],
  'NFTs that pass up to a bound': [ofNfts({ upTo: '1' }, 'pass'), []],
  'bounds of NFTs of no collection': [ofNfts({ collections: [], upTo: '1' }), bad],
  'NFTs of a transfer': [ofNfts({}, 'flow', 'transfer'), bad],
  'NFTs of a trade': [ofNfts({}, 'flow', 'trade'), bad],
  'bytecode to be deployed': [deploying('(address owner)'), []],
  'bytecode without a constructor': [deploying('()'), []],
  'a constructor in another spelling': [deploying('(address  owner)'), bad],
  'a constructor of no types': [deploying('(owner)'), bad],
  'bytecode by a rule about transfers': [deploying('()', {}, 'transfer'), bad],
  'bytecode beside calls': [deploying('()', { calls: [call] }), bad],
  'a rule without a condition': [rules({}), []],
  'bounds without a unit': [rules({ amount: { ...none, upTo: '1' } }), bad],
  'a window of nothing': [rules({ amount: { ...none, hours: '24' } }), bad],
  'a unit without bounds': [rules(bounds({ unit: 'usd' }), 'refuse'), bad],
  'a lower bound at the upper one': [rules(bounds({ unit: 'usd', over: '5', upTo: '5' })), bad],
  'a lower bound below the upper one': [rules(bounds({ unit: 'usd', over: '5', upTo: '6' })), []],
  'bounds by number, not by text': [rules(bounds({ unit: 'usd', over: '9', upTo: '10' })), []],
  'an amount in coin of one asset': [rules(bounds({ unit: 'coin', upTo: '1' })), []],
  'an amount in coin of any asset': [rules({ amount: { ...none, unit: 'coin', upTo: '1' } }), bad],
  'an amount in coin of all but one asset': [
    rules({ assets: { mode: 'except', list: [eth] }, amount: { ...none, unit: 'coin', upTo: '1' } }),
    bad,
  ],
  'an amount in coin of two assets': [
    rules({
      assets: { mode: 'only', list: [eth, { ...eth, contract }] },
      amount: { ...none, unit: 'coin', upTo: '1' },
    }),
    bad,
  ],
  'passing from an amount up': [rules(bounds({ unit: 'usd', over: '1' })), bad],
  'refusing from an amount up': [rules(bounds({ unit: 'usd', over: '1' }), 'refuse'), []],
  'only assets, none named': [rules({ assets: { mode: 'only', list: [] } }), bad],
  'any asset, one named': [rules({ assets: { mode: 'any', list: [eth] } }), bad],
  'listed payees, none named': [rules(to('listed')), bad],
  'any payee, one named': [rules(to('any', entry)), bad],
  'passing to listed payees': [rules(to('listed', entry)), []],
  'passing to known payees': [rules(to('known')), []],
  'passing to our own': [rules(to('internal')), []],
  'passing to strangers': [rules(to('unknown')), bad],
  'refusing strangers': [rules(to('unknown'), 'refuse'), []],
  'refusing listed payees, who need not be named': [rules(to('listed', entry), 'refuse'), bad],
  'refusing known payees, who need not be named': [rules(to('known'), 'refuse'), bad],
  'refusing our own, which need not be named': [rules(to('internal'), 'refuse'), bad],
  'a flow to known payees': [rules(to('known'), 'flow'), []],
  'a call in a transfer': [rules({ calls: [call] }), bad],
  'a call in web3': [rules({ calls: [call] }, 'refuse', { type: 'web3' }), []],
  'passing whatever is called': [rules({}, 'pass', { type: 'web3' }), []],
  'passing by value whatever is called': [rules(bounds({ unit: 'usd', upTo: '1' }), 'pass', { type: 'web3' }), bad],
  'passing by value any method of a contract': [
    rules({ ...bounds({ unit: 'usd', upTo: '1' }), calls: [{ ...call, methods: [] }] }, 'pass', { type: 'web3' }),
    bad,
  ],
  'passing by value what people have looked at': [
    rules({ ...bounds({ unit: 'usd', upTo: '1' }), calls: [call] }, 'pass', { type: 'web3' }),
    [],
  ],
  'passing an allowance': [rules({ calls: [{ ...call, methods: ['0x095ea7b3'] }] }, 'pass', { type: 'web3' }), []],
  ...Object.fromEntries(
    ['0x095ea7b3', '0x39509351', '0xa22cb465', '0xd505accf', '0x8fcbaf0c', '0x87517c45', '0x2b67b570'].map(
      (allowance) => [
        `passing an allowance by value: ${allowance}`,
        [
          rules(
            { ...bounds({ unit: 'coin', upTo: '1' }), calls: [{ ...call, methods: ['0xa9059cbb', allowance] }] },
            'pass',
            {
              type: 'trade',
            },
          ),
          bad,
        ] satisfies [PolicyDocument, PolicyProblem[]],
      ],
    ),
  ),
  'refusing an allowance above a value': [
    rules({ ...bounds({ unit: 'usd', over: '1' }), calls: [{ ...call, methods: ['0x095ea7b3'] }] }, 'refuse', {
      type: 'web3',
    }),
    [],
  ],
  'a token as the asset of web3 calls': [
    rules({ assets: { mode: 'except', list: [eth, { ...eth, contract }] } }, 'refuse', { type: 'web3' }),
    bad,
  ],
  'a token as the asset of trades': [
    rules({ assets: { mode: 'only', list: [{ ...eth, contract }] } }, 'refuse', { type: 'trade' }),
    [],
  ],
  'asked by a member': [rules({ initiators: ['member:cem'] }), []],
  'asked by nobody we know': [rules({ initiators: ['member:zoe'] }), ['unknownInitiator']],
  'asked by a role': [rules({ initiators: ['role:api', 'role:operator'] }), []],
  'asked by a role that does not exist': [rules({ initiators: ['role:boss'] }), ['unknownInitiator']],
};

const flows: Record<string, [PolicyDocument, PolicyProblem[]]> = {
  'a rule with a flow and no nodes': [rules({}, 'flow', { nodes: [] }), ['nodeOrder']],
  'a passing rule with nodes': [rules({}, 'pass', { nodes: [sign('ann')] }), ['nodeOrder']],
  'a flow that does not end with a release': [
    rules({}, 'flow', { nodes: [node('n', 1, 'ann', 'bob')] }),
    ['nodeOrder'],
  ],
  'a flow with two releases': [rules({}, 'flow', { nodes: [sign('ann', 'bob'), sign('ann', 'bob')] }), ['nodeOrder']],
  'a release by who holds no key': [rules({}, 'flow', { nodes: [sign('ann', 'bob', 'eve')] }), ['notKeyHolder']],
  'a rule whose flow nobody can satisfy': [
    rules({}, 'flow', { nodes: [{ ...sign('ann', 'bob'), threshold: '3' }] }),
    ['nodeNotSatisfiable'],
  ],
  'the same, switched off': [
    rules({}, 'flow', { enabled: 'off', nodes: [{ ...sign('ann', 'bob'), threshold: '3' }] }),
    [],
  ],
  'a rule of somebody unknown': [
    rules({}, 'flow', {
      nodes: [sign('ann', 'bob'), sign('zoe')].slice(0, 1).map((one) => ({ ...one, approvers: ['ann', 'bob', 'zoe'] })),
    }),
    ['unknownApprover'],
  ],
  'two rules of one id': [senior(rule('refuse'), rule('refuse')), ['duplicateStrategy']],
  'two workspace rules about one thing': [
    {
      ...crew,
      workspace: [1, 2].map(() => ({
        op: 'members' as const,
        signProtection: 'on' as const,
        nodes: [sign('ann', 'bob')],
      })),
    },
    ['duplicateStrategy'],
  ],
  'a workspace rule nobody can satisfy': [
    { ...crew, workspace: [{ op: 'keys', signProtection: 'on', nodes: [sign('eve')] }] },
    ['notKeyHolder', 'nodeNotSatisfiable'],
  ],
};

const roles: Record<string, [PolicyDocument, PolicyProblem[]]> = {
  'an owner who is less in a sub-wallet': [
    { ...crew, ...who('ann', { wallets: [{ wallet: '7', role: 'viewer' }] }) },
    ['badWalletRole'],
  ],
  'two roles in one sub-wallet': [
    {
      ...crew,
      ...who('cem', {
        wallets: [
          { wallet: '7', role: 'viewer' },
          { wallet: '7', role: 'approver' },
        ],
      }),
    },
    ['badWalletRole'],
  ],
  'a program that looks on in a sub-wallet': [
    { ...crew, ...who('eve', { wallets: [{ wallet: '7', role: 'viewer' }] }) },
    [],
  ],
  'a program that decides in a sub-wallet': [
    { ...crew, ...who('eve', { wallets: [{ wallet: '7', role: 'approver' }] }) },
    ['badWalletRole'],
  ],
  'the default flow by who only looks on in one sub-wallet': [
    {
      ...crew,
      members: [
        member('ann', 'owner', keys.ann),
        { ...member('bob', 'approver', keys.bob), wallets: [{ wallet: '7', role: 'viewer' }] },
      ],
      strategies: [strategy('*', 'on', node('n', 1, 'bob'))],
    },
    ['nodeNotSatisfiable'],
  ],
  'the same with a flow for that sub-wallet': [
    {
      ...crew,
      members: [
        member('ann', 'owner', keys.ann),
        { ...member('bob', 'approver', keys.bob), wallets: [{ wallet: '7', role: 'viewer' }] },
      ],
      strategies: [strategy('*', 'on', node('n', 1, 'bob')), strategy('7', 'off', node('n', 1, 'ann'))],
    },
    [],
  ],
};

const guards = (...approvers: string[]): Partial<PolicyDocument> => ({
  workspace: [{ op: 'keyMaterial', signProtection: 'on', nodes: [sign(...approvers)] }],
});
const keyMaterial: Record<string, [PolicyDocument, PolicyProblem[]]> = {
  'a rule about key material': [{ ...crew, ...guards('ann', 'bob') }, []],
  'a rule about key material by who alone may ask for it': [
    {
      ...crew,
      ...guards('ann'),
      members: crew.members.map((one) => (one.id === 'bob' ? { ...one, role: 'approver' as const } : one)),
    },
    ['nodeNotSatisfiable'],
  ],
};

/** What makes rules, flows and roles sound, and what does not. */
export const soundness = { ...conditions, ...flows, ...roles, ...keyMaterial };

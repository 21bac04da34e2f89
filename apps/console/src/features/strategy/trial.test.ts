import { type PolicyDocument, policyLimits, type SeniorRule } from '@holdfast/policy';
import { describe, expect, it } from 'vitest';
import { type Draft, draftOf, emptyDraft, problemsOf, ruleOf, withRule } from './draft.ts';
import { faultsOf } from './faults.ts';
import { moved } from './order.ts';
import { imaginedOf, tryOut, typed } from './trial.ts';
import type { Trial } from './trial-input.ts';

const eth = {
  symbol: 'ETH',
  name: 'Ether',
  chain: 'evm:31337',
  contract: '',
  decimals: 18,
  contract_pattern: '^0x[0-9a-fA-F]{40}$',
};
const btc = {
  symbol: 'BTC',
  name: 'Bitcoin',
  chain: 'bitcoin:regtest',
  contract: '',
  decimals: 8,
  contract_pattern: '',
};
const coins = [eth, btc];

const person = (
  id: string,
  role: 'owner' | 'operator' | 'approver',
  key: string,
): PolicyDocument['members'][number] => ({
  id,
  name: id,
  role,
  status: 'active',
  keyHolder: 'yes',
  wallets: [],
  credentials: [{ id: `dk-${key.slice(0, 24)}`, type: 'device', publicKey: key }],
});
/** Public keys of RFC 8032 §7.1, tests 1 to 3. */
const keys = [
  'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
] as const;
const signer = (id: string) => ({
  id,
  name: `Signer ${id}`,
  identity: id.repeat(64),
  channel: `${id}a`.repeat(32),
  origin: `http://localhost:870${id}`,
});
const policy: PolicyDocument = {
  v: '1',
  domain: 'holdfast/policy/v1',
  deployment: 'a'.repeat(64),
  id: 'main',
  version: '3',
  prev: 'b'.repeat(64),
  members: [person('ann', 'owner', keys[0]), person('bob', 'approver', keys[1]), person('cem', 'operator', keys[2])],
  strategies: [
    {
      wallet: '*',
      signProtection: 'on',
      nodes: [{ name: 'Release', kind: 'sign', approvers: ['ann', 'bob'], threshold: '1' }],
    },
  ],
  senior: [],
  workspace: [],
  book: { mode: 'off', coolingHours: '0' },
  signers: [signer('1'), signer('2')],
};

const draft = (change: (rule: SeniorRule) => Partial<SeniorRule> = () => ({}), more: Partial<Draft> = {}): Draft => {
  const empty = emptyDraft('transfer', 'r-1');
  const rule = { ...empty.rule, name: 'Large', ...change(empty.rule) };
  return { ...empty, ...more, rule };
};
const onlyEth = (rule: SeniorRule, over: Partial<SeniorRule['when']['amount']> = {}) => ({
  when: {
    ...rule.when,
    assets: { mode: 'only' as const, list: [{ chain: eth.chain, contract: '' }] },
    amount: { ...rule.when.amount, unit: 'coin' as const, ...over },
  },
});
const trial = (change: Partial<Trial> = {}): Trial => ({
  type: 'transfer',
  calls: [],
  callsKnown: true,
  initiator: 'cem',
  wallet: '7',
  coin: 'evm:31337|',
  amount: '2',
  value: '',
  to: 'other',
  entry: '',
  price: '',
  spent: '',
  ...change,
});
const under = (...drafts: readonly Draft[]): PolicyDocument =>
  drafts.reduce((doc, one, at) => withRule(doc, { ...ruleOf(one, coins), id: `r-${at}` }), policy);

describe('a rule that is written', () => {
  it('has its bounds exactly, in base units, and comes back as the same text', () => {
    const written = draft(onlyEth, { over: '1', upTo: '2.000000000000000001' });
    expect(faultsOf(written, coins)).toEqual({});
    const rule = ruleOf(written, coins);
    expect(rule.when.amount).toMatchObject({ over: '1000000000000000000', upTo: '2000000000000000001' });
    expect(draftOf(rule, coins)).toMatchObject({ over: '1', upTo: '2.000000000000000001' });
    expect(problemsOf(policy, withRule(policy, rule))).toEqual([]);
  });

  it.each([
    ['no name', draft(() => ({ name: ' ' })), { name: 'name' }],
    ['no bound', draft(onlyEth), { amount: 'needBound' }],
    [
      'more decimals than cents',
      draft((r) => ({ when: { ...r.when, amount: { ...r.when.amount, unit: 'usd' } } }), { over: '1.001' }),
      { amount: 'amount' },
    ],
    ['bounds the wrong way round', draft(onlyEth, { over: '2', upTo: '2' }), { amount: 'order' }],
    [
      'a coin amount of any asset',
      draft((r) => ({ when: { ...r.when, amount: { ...r.when.amount, unit: 'coin' } } }), { over: '1' }),
      { assets: 'coinOne' },
    ],
    [
      'a pass without an end',
      draft((r) => ({ ...onlyEth(r), action: 'pass' }), { over: '1' }),
      { amount: 'passBound' },
    ],
    ['a flow of nobody', draft(() => ({ action: 'flow' })), { nodes: 'pickApprovers' }],
  ])('with %s says so at its field', (_, written, faults) => {
    expect(faultsOf(written, coins)).toEqual(faults);
  });

  it('that nobody could satisfy is found before it is proposed', () => {
    const nodes = [{ name: 'Release', kind: 'sign' as const, approvers: ['ann'], threshold: '2' }];
    const flow = draft(() => ({ action: 'flow', nodes }));
    expect(faultsOf(flow, coins)).toEqual({ nodes: 'threshold' });
    expect(problemsOf(policy, withRule(policy, ruleOf(flow, coins)))).toContain('nodeNotSatisfiable');
    expect(policyLimits.nodes).toBe(10);
  });
});

describe('a transaction that is tried', () => {
  const large = draft(onlyEth, { over: '1' });

  it('is judged by the first rule that speaks of it, and every other says why it does not decide', () => {
    const outcome = tryOut(
      under(
        draft((r) => ({ when: { ...r.when, wallets: ['8'] } })),
        large,
        draft(),
      ),
      trial(),
      coins,
    );
    expect(outcome?.outcome).toMatchObject({ problem: 'refusedByRule', rule: { level: 'senior', id: 'r-1' } });
    expect(outcome?.lines).toMatchObject([{ match: 'no', why: 'wallets' }, { match: 'decides' }, { match: 'later' }]);
  });

  it('goes to listed payees alone as long as signers hold to a whitelist, whatever the rules say', () => {
    const of = (to: 'other' | 'own') => tryOut(under(), trial({ to }), coins, true)?.outcome;
    expect(of('other')).toMatchObject({ action: 'refuse', problem: 'whitelistHeld' });
    expect(of('own')).toMatchObject({ action: 'flow', problem: '' });
  });

  it('at the bound goes by what stands behind', () => {
    const outcome = tryOut(under(large), trial({ amount: '1' }), coins);
    expect(outcome?.outcome).toMatchObject({ action: 'flow', problem: '', rule: { level: 'basic' } });
    expect(outcome?.lines).toMatchObject([{ match: 'no', why: 'amount' }]);
  });

  it('counts what was sent before in a sliding window', () => {
    const daily = draft((r) => onlyEth(r, { hours: '24' }), { over: '1' });
    const of = (spent: string) => tryOut(under(daily), trial({ amount: '0.4', spent }), coins)?.outcome.problem;
    expect([of(''), of('0.6'), of('0.600000000000000001')]).toEqual(['', '', 'refusedByRule']);
  });

  it('is told how much limits leave of what they refuse, which then passes; nothing where nothing is left, or no limit refuses', () => {
    const daily = draft((r) => onlyEth(r, { hours: '24' }), { over: '1' });
    const most = (rule: Draft, change: Partial<Trial> = {}) => tryOut(under(rule), trial(change), coins)?.most;
    expect([most(large), most(large, { amount: '1' }), most(draft())]).toEqual(['1 ETH', undefined, undefined]);
    const of = (spent: string) => most(daily, { amount: '0.4', spent });
    expect([of(''), of('0.7'), of('1')]).toEqual([undefined, '0.3 ETH', undefined]);
  });

  it('without a price is never judged more loosely than with one', () => {
    const usd = draft((r) => ({ when: { ...r.when, amount: { ...r.when.amount, unit: 'usd' } } }), { over: '5000' });
    const of = (price: string) => tryOut(under(usd), trial({ price }), coins);
    expect(of('')?.outcome.problem).toBe('refusedByRule');
    expect(of('')?.lines).toMatchObject([{ match: 'perhaps' }]);
    expect(of('2000')?.outcome.problem).toBe('');
    expect(of('2500.01')?.outcome.problem).toBe('refusedByRule');
  });

  it('asks by every rule that may decide, and says by which', () => {
    const nodes = [{ name: 'Desk', kind: 'sign' as const, approvers: ['ann'], threshold: '1' }];
    const usd = draft(
      (r) => ({ action: 'flow', nodes, when: { ...r.when, amount: { ...r.when.amount, unit: 'usd' } } }),
      { over: '5000' },
    );
    const asked = (price: string) => {
      const verdict = tryOut(under(usd), trial({ price }), coins);
      const steps = verdict?.steps ?? [];
      expect(steps.flatMap((one) => one.nodes)).toEqual(verdict?.outcome.nodes);
      return steps.map((one) => [one.rule.level, one.rule.name, one.nodes.map(({ name }) => name)]);
    };
    const [large, basic] = [
      ['senior', 'Large', ['Desk']],
      ['basic', '', ['Release']],
    ];
    expect(asked('')).toEqual([large, basic]);
    expect(asked('3000')).toEqual([large]);
    expect(asked('2000')).toEqual([basic]);
  });

  it.each([
    ['initiators', (r: SeniorRule) => ({ when: { ...r.when, initiators: ['role:admin'] } })],
    [
      'assets',
      (r: SeniorRule) => ({
        when: { ...r.when, assets: { mode: 'only' as const, list: [{ chain: btc.chain, contract: '' }] } },
      }),
    ],
    [
      'destinations',
      (r: SeniorRule) => ({
        when: { ...r.when, destinations: { mode: 'known' as const, entries: [] } },
        action: 'pass' as const,
      }),
    ],
    ['type', () => ({ type: 'web3' as const })],
    ['off', () => ({ enabled: 'off' as const })],
  ])('names the condition that fails: %s', (why, change) => {
    expect(tryOut(under(draft(change)), trial(), coins)?.lines).toMatchObject([{ match: 'no', why }]);
  });

  it('is not judged while its amount is none', () => {
    for (const amount of ['', '0', '.', '1.0000000000000000001'])
      expect(tryOut(policy, trial({ amount }), coins)).toBeUndefined();
  });
});

const vault = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const other = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const usdc = {
  symbol: 'USDC',
  name: 'USD Coin',
  chain: eth.chain,
  contract: other,
  decimals: 6,
  contract_pattern: eth.contract_pattern,
};
/** A rule that speaks of the vault, as it is written. */
const ofVault = (action: SeniorRule['action'], change: Partial<Draft> = {}): Draft => {
  const empty = emptyDraft('web3', 'r-1');
  const calls = [{ chain: eth.chain, contract: vault.toLowerCase(), methods: 'deposit()' }];
  return { ...empty, calls, ...change, rule: { ...empty.rule, name: 'Vault', action, ...change.rule } };
};
const call = (change: Partial<Trial> = {}): Trial =>
  trial({ type: 'web3', calls: [{ contract: vault, method: 'function deposit()' }], ...change });

describe('a rule about contract calls that is written', () => {
  it('holds each contract in its one spelling, and methods by their selectors', () => {
    const written = ofVault('refuse', {
      calls: [
        { chain: eth.chain, contract: ` ${vault.toLowerCase()} `, methods: 'deposit()\n0xD0E30DB0\nwithdraw(uint)' },
      ],
    });
    expect(faultsOf(written, coins)).toEqual({});
    const rule = ruleOf(written, coins);
    expect(rule.when.calls).toEqual([{ chain: eth.chain, contract: vault, methods: ['0xd0e30db0', '0x2e1a7d4d'] }]);
    expect(ruleOf(draftOf(rule, coins), coins)).toEqual(rule);
    expect(problemsOf(policy, withRule(policy, rule))).toEqual([]);
  });

  const bounded = (rule: SeniorRule): SeniorRule => ({
    ...rule,
    when: { ...rule.when, amount: { ...rule.when.amount, unit: 'usd' } },
  });
  const passing = bounded({ ...emptyDraft('web3', 'r-1').rule, name: 'Vault', action: 'pass' });
  const naming = (methods: string): Partial<Draft> => ({
    rule: passing,
    upTo: '100',
    calls: [{ chain: eth.chain, contract: vault, methods }],
  });
  it.each([
    ['a contract that is none', { calls: [{ chain: eth.chain, contract: '0x12', methods: '' }] }, 'contract'],
    ['no contract', { calls: [{ chain: eth.chain, contract: '', methods: '' }] }, 'contract'],
    [
      'a checksum that is wrong',
      { calls: [{ chain: eth.chain, contract: vault.replace('F', 'f'), methods: '' }] },
      'contract',
    ],
    ['a method that is none', { calls: [{ chain: eth.chain, contract: vault, methods: 'deposit' }] }, 'method'],
    ['an amount that lets anything be called', { ...naming(''), calls: [] }, 'passCalls'],
    ['an amount that lets any method be called', naming(''), 'passCalls'],
    ['an amount that lets an allowance pass', naming('approve(address,uint256)'), 'passAllowance'],
  ] as [string, Partial<Draft>, string][])('with %s says so, and signers would not take it', (_, change, fault) => {
    const written = ofVault(change.rule?.action ?? 'refuse', change);
    expect(faultsOf(written, coins)).toEqual({ calls: fault });
    if (fault.startsWith('pass'))
      expect(problemsOf(policy, withRule(policy, ruleOf(written, coins)))).toEqual(['badCondition']);
  });

  it('about a token that web3 calls cannot send along says so, and signers would not take it', () => {
    const empty = ofVault('refuse');
    const assets = { mode: 'only' as const, list: [{ chain: usdc.chain, contract: usdc.contract }] };
    const written = { ...empty, rule: { ...empty.rule, when: { ...empty.rule.when, assets } } };
    expect(faultsOf(written, [...coins, usdc])).toEqual({ assets: 'web3Asset' });
    expect(problemsOf(policy, withRule(policy, ruleOf(written, coins)))).toEqual(['badCondition']);
  });
});

describe('a rule about messages that is written', () => {
  const writing = (messages: NonNullable<SeniorRule['when']['messages']>, type: SeniorRule['type'] = 'web3'): Draft => {
    const draft = emptyDraft(type, 'r-1');
    return { ...draft, rule: { ...draft.rule, name: 'Messages', when: { ...draft.rule.when, messages } } };
  };

  it('holds each contract in its one spelling and each type once, in a document of version 3', () => {
    const written = writing([
      { chain: eth.chain, contract: '', types: [] },
      { chain: eth.chain, contract: ` ${vault.toLowerCase()} `, types: [' Permit ', 'Permit', ''] },
    ]);
    expect(faultsOf(written, coins)).toEqual({});
    const rule = ruleOf(written, coins);
    expect(rule.when.messages).toEqual([
      { chain: eth.chain, contract: '', types: [] },
      { chain: eth.chain, contract: vault, types: ['Permit'] },
    ]);
    expect(ruleOf(draftOf(rule, coins), coins)).toEqual(rule);
    expect(withRule(policy, rule).v).toBe('3');
    expect(problemsOf(policy, withRule(policy, rule))).toEqual([]);
  });

  it('has none where it is about something else, or where none is left', () => {
    const some = [{ chain: eth.chain, contract: '', types: [] }];
    expect(ruleOf(writing(some, 'transfer'), coins).when.messages).toBeUndefined();
    expect(ruleOf(writing([]), coins).when.messages).toBeUndefined();
  });

  it('says so where a contract is none, or a type has no name', () => {
    const at = { chain: eth.chain, contract: vault, types: [] };
    expect(faultsOf(writing([{ ...at, contract: '0x12' }]), coins)).toEqual({ messages: 'contract' });
    expect(faultsOf(writing([{ ...at, types: ['Per mit'] }]), coins)).toEqual({ messages: 'type' });
  });
});

describe('a contract call that is tried', () => {
  const rules = under(ofVault('refuse'));

  it('is refused by the rule that names it, by signature or selector, with or without value', () => {
    for (const change of [{}, { calls: [{ contract: vault, method: '0xd0e30db0' }] }, { value: '1' }])
      expect(tryOut(rules, call(change), coins)).toMatchObject({
        outcome: { problem: 'refusedByRule', rule: { id: 'r-0' } },
        lines: [{ match: 'decides' }],
      });
  });

  it('of another contract, another method or none goes by what stands behind', () => {
    for (const one of [
      { contract: other, method: 'deposit()' },
      { contract: vault, method: 'withdraw(uint256)' },
      { contract: vault, method: '' },
    ])
      expect(tryOut(rules, call({ calls: [one] }), coins)).toMatchObject({
        outcome: { problem: '', rule: { level: 'basic' } },
        lines: [{ match: 'no', why: 'calls' }],
      });
  });

  it('beside another is refused as well, and the rule says that it names a part', () => {
    const both = call({ calls: [{ contract: other, method: '' }, ...call().calls] });
    expect(tryOut(rules, both, coins)).toMatchObject({
      outcome: { problem: 'refusedByRule' },
      lines: [{ match: 'part' }],
    });
    expect(tryOut(under(ofVault('pass')), both, coins)?.lines).toMatchObject([{ match: 'no', why: 'calls' }]);
  });

  it('that is not known is judged as strictly as any', () => {
    const unknown = call({ callsKnown: false });
    expect(imaginedOf(unknown, coins)).toMatchObject({ calls: '', to: 'unknown' });
    expect(tryOut(rules, unknown, coins)).toMatchObject({
      outcome: { problem: 'refusedByRule' },
      lines: [{ match: 'calls' }],
    });
  });

  it('is not judged while it has no contract, a wrong one, or a method that is none', () => {
    for (const calls of [
      [],
      [{ contract: '', method: '' }],
      [{ contract: '0x5fbd', method: '' }],
      [{ contract: vault, method: 'deposit' }],
    ])
      expect(tryOut(rules, call({ calls }), coins)).toBeUndefined();
  });

  it('sends nothing along, or exactly what is written', () => {
    const units = (value: string) => imaginedOf(call({ value }), coins)?.amount;
    expect([units(''), units('0'), units('1.5'), units('1.0000000000000000001')]).toEqual([
      '0',
      '0',
      '1500000000000000000',
      undefined,
    ]);
  });

  it('sends the coin of a chain that has contracts, and calls something', () => {
    const from = typed(trial({ coin: 'bitcoin:regtest|', to: 'own' }), 'web3', [usdc, ...coins]);
    expect(from).toMatchObject({
      type: 'web3',
      coin: 'evm:31337|',
      to: 'other',
      calls: [{ contract: '', method: '' }],
    });
  });

  it('a trade gives away an amount, and may call nothing', () => {
    const trade = trial({ type: 'trade', coin: `${usdc.chain}|${usdc.contract}`, amount: '5' });
    expect(imaginedOf(trade, [usdc])).toMatchObject({ type: 'trade', amount: '5000000', calls: [] });
    expect(imaginedOf({ ...trade, amount: '' }, [usdc])).toBeUndefined();
  });
});

it('an item moves to its place, and nowhere beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});

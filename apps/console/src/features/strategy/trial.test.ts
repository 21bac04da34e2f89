import { type PolicyDocument, policyLimits, type SeniorRule } from '@holdfast/policy';
import { describe, expect, it } from 'vitest';
import { type Draft, draftOf, emptyDraft, faultsOf, problemsOf, ruleOf, withRule } from './draft.ts';
import { moved } from './order.ts';
import { type Trial, tryOut } from './trial.ts';

const eth = { symbol: 'ETH', name: 'Ether', chain: 'evm:31337', contract: '', decimals: 18 };
const btc = { symbol: 'BTC', name: 'Bitcoin', chain: 'bitcoin:regtest', contract: '', decimals: 8 };
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
  initiator: 'cem',
  wallet: '7',
  coin: 'evm:31337|',
  amount: '2',
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
    expect(outcome?.evaluation).toMatchObject({ problem: 'refusedByRule', rule: { level: 'senior', id: 'r-1' } });
    expect(outcome?.lines).toMatchObject([{ match: 'no', why: 'wallets' }, { match: 'decides' }, { match: 'later' }]);
  });

  it('at the bound goes by what stands behind', () => {
    const outcome = tryOut(under(large), trial({ amount: '1' }), coins);
    expect(outcome?.evaluation).toMatchObject({ state: 'waiting', rule: { level: 'basic' } });
    expect(outcome?.lines).toMatchObject([{ match: 'no', why: 'amount' }]);
  });

  it('counts what was sent before in a sliding window', () => {
    const daily = draft((r) => onlyEth(r, { hours: '24' }), { over: '1' });
    const of = (spent: string) => tryOut(under(daily), trial({ amount: '0.4', spent }), coins)?.evaluation.problem;
    expect([of(''), of('0.6'), of('0.600000000000000001')]).toEqual([undefined, undefined, 'refusedByRule']);
  });

  it('without a price is never judged more loosely than with one', () => {
    const usd = draft((r) => ({ when: { ...r.when, amount: { ...r.when.amount, unit: 'usd' } } }), { over: '5000' });
    const of = (price: string) => tryOut(under(usd), trial({ price }), coins);
    expect(of('')?.evaluation.problem).toBe('refusedByRule');
    expect(of('')?.lines).toMatchObject([{ match: 'perhaps' }]);
    expect(of('2000')?.evaluation.problem).toBeUndefined();
    expect(of('2500.01')?.evaluation.problem).toBe('refusedByRule');
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

it('an item moves to its place, and nowhere beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});

import { type Flow, type IntentKind, isSolo, paysAlone } from '@holdfast/policy';
import { ada, bob, cleo, type Person, policyOf } from '@holdfast/testkit/review';
import { describe, expect, it } from 'vitest';
import { meaningsOf } from '../../lib/flow-meaning.ts';
import { anyTwo, oneOther } from './two-people.ts';

const names = { approval: 'Approval', release: 'Release' };
const as = ({ member, secret }: Person, change: Partial<Person['member']>): Person => ({
  member: { ...member, ...change },
  secret,
});
/** Ada owns, Bob pays, Cleo approves; all have keys of equal rights unless said. */
const three = [ada, as(bob, { role: 'operator' }), cleo];
const policy = policyOf(three);
const flowOf = (change: Partial<Flow>): Flow => ({
  signProtection: 'on',
  nodes: [{ kind: 'sign', name: 'Release', approvers: ['m-ada', 'm-bob', 'm-cleo'], threshold: '1' }],
  ...change,
});
const asks = (flow: Flow, of = policy) =>
  Object.fromEntries(meaningsOf(of, flow, {}).map((one) => [one.name, one.asks]));

describe('what a flow means to each member', () => {
  it('tells who pays alone, who needs others, who may not ask, and who can never pass', () => {
    expect(asks(flowOf({}))).toEqual({ Ada: 'others', Bob: 'others', Cleo: 'no' });
    expect(asks(flowOf({ signProtection: 'off' }))).toEqual({ Ada: 'alone', Bob: 'alone', Cleo: 'no' });
    const own = { kind: 'sign' as const, name: 'Release', approvers: ['m-ada'], threshold: '1' };
    expect(asks(flowOf({ nodes: [own] }))).toEqual({ Ada: 'never', Bob: 'others', Cleo: 'no' });
  });

  it('is told of what else goes by a flow: who may ask for it, and who never passes', () => {
    const own = flowOf({ nodes: [{ kind: 'sign', name: 'Release', approvers: ['m-ada'], threshold: '1' }] });
    const told = (kind: IntentKind) => meaningsOf(policy, own, { kind }).map(({ name, asks }) => [name, asks]);
    expect(told('policy')).toEqual([
      ['Ada', 'never'],
      ['Bob', 'no'],
      ['Cleo', 'no'],
    ]);
    expect(told('call')).toEqual([
      ['Ada', 'never'],
      ['Bob', 'others'],
      ['Cleo', 'no'],
    ]);
  });

  it('is told of those whom a rule is about; what others ask for goes by other rules', () => {
    const own = flowOf({ nodes: [{ kind: 'sign', name: 'Release', approvers: ['m-ada'], threshold: '1' }] });
    const told = (initiators: string[]) => meaningsOf(policy, own, { initiators }).map(({ asks }) => asks);
    expect(told(['member:m-ada'])).toEqual(['never', 'elsewhere', 'no']);
    expect(told(['role:operator'])).toEqual(['elsewhere', 'others', 'no']);
  });

  it('of several wallets tells the one that weighs most: where somebody can never pass', () => {
    const of = policyOf([ada, as(bob, { role: 'viewer', wallets: [{ wallet: '7', role: 'operator' }] }), cleo]);
    const told = (wallets: string[]) => meaningsOf(of, flowOf({}), { wallets }).map(({ asks }) => asks);
    expect(told(['7', '8'])).toEqual(['others', 'others', 'no']);
    expect(told(['8'])).toEqual(['others', 'no', 'no']);
    const own = flowOf({ nodes: [{ kind: 'sign', name: 'Release', approvers: ['m-ada', 'm-bob'], threshold: '1' }] });
    const decides = meaningsOf(of, own, { wallets: ['7', '8'] });
    expect(decides.map(({ asks }) => asks)).toEqual(['never', 'others', 'no']);
    expect(decides.map((one) => one.decides)).toEqual([true, true, false]);
  });

  it('names how many of whom, without who asks, and without whoever has no key to release with', () => {
    const keyless = policyOf([ada, as(bob, { role: 'operator', keyHolder: 'no' }), cleo]);
    const [first] = meaningsOf(keyless, flowOf({}), {});
    expect(first?.needs).toEqual([{ count: 1, names: ['Cleo'] }]);
  });
});

describe('the own signature of who asks', () => {
  const step = (kind: 'approve' | 'sign', threshold: string, ...approvers: string[]) => ({
    name: kind,
    kind,
    approvers,
    threshold,
  });
  const last = step('sign', '1', 'm-ada');
  const either = step('approve', '1', 'm-bob', 'm-cleo');
  it.each([
    ['one of the first step, no protection', 'off', [either, last], { Ada: false, Bob: true, Cleo: true }],
    ['one of the first step, protection', 'on', [either, last], { Ada: false, Bob: false, Cleo: false }],
    [
      'two of the first step',
      'off',
      [step('approve', '2', 'm-bob', 'm-cleo'), last],
      { Ada: false, Bob: false, Cleo: false },
    ],
    ['only the second step', 'off', [step('approve', '1', 'm-cleo'), last], { Ada: false, Bob: false, Cleo: true }],
  ] as const)('is all of the first step: %s', (_what, signProtection, nodes, is) => {
    const told = meaningsOf(policy, flowOf({ signProtection, nodes: [...nodes] }), {});
    expect(Object.fromEntries(told.map(({ name, ownFirst }) => [name, ownFirst]))).toEqual(is);
  });

  it('leaves the others of the flow to be found', () => {
    const bobs = meaningsOf(policy, flowOf({ signProtection: 'off', nodes: [either, last] }), {})[1];
    expect(bobs).toMatchObject({ asks: 'others', ownFirst: true });
    expect(bobs?.needs.slice(1)).toEqual([{ count: 1, names: ['Ada'] }]);
  });
});

describe('any two people', () => {
  it('are two of those with a key of equal rights, who asks among them', () => {
    const flow = anyTwo(policy, names);
    expect(flow?.nodes).toEqual([
      { name: 'Release', kind: 'sign', approvers: ['m-ada', 'm-bob', 'm-cleo'], threshold: '2' },
    ]);
    expect(flow && asks(flow)).toEqual({ Ada: 'others', Bob: 'others', Cleo: 'no' });
  });

  it('are one of the others and then the one with the key, where only one has it', () => {
    const only = policyOf([ada, as(bob, { role: 'operator', keyHolder: 'no' })]);
    const flow = anyTwo(only, names);
    expect(flow?.nodes.map(({ approvers, threshold }) => [approvers, threshold])).toEqual([
      [['m-bob'], '1'],
      [['m-ada'], '1'],
    ]);
    expect(flow && asks(flow, only)).toEqual({ Ada: 'others', Bob: 'others' });
  });

  it('are nobody where there is one person, as one other is', () => {
    expect([anyTwo(policyOf([ada]), names), oneOther(policyOf([ada]), names)]).toEqual([undefined, undefined]);
  });
});

it('says that somebody pays alone though there are others, until two have to approve', () => {
  const rules = (flow: Flow | undefined, people = three) =>
    policyOf(people, {
      strategies: [{ wallet: '*', signProtection: flow?.signProtection ?? 'on', nodes: [...(flow?.nodes ?? [])] }],
    });
  expect(paysAlone(rules(flowOf({ signProtection: 'off' })))).toEqual({ wallet: '*', names: ['Ada', 'Bob'] });
  expect(paysAlone(rules(anyTwo(policy, names)))).toBeUndefined();
  expect(paysAlone(rules(oneOther(policy, names)))).toBeUndefined();
  const solo = rules(flowOf({ signProtection: 'off' }), [ada]);
  expect([isSolo(solo), paysAlone(solo)]).toEqual([true, undefined]);
});

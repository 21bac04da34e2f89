import { type Flow, type PolicyDocument, type SeniorRule, unconditional } from '@holdfast/policy';
import { ada, bob, cleo, policyOf } from '@holdfast/testkit/review';
import { expect, it } from 'vitest';
import { changedMeanings } from './changed-meanings.ts';

const three = policyOf([ada, bob, cleo]);
const told = (current: PolicyDocument, next: PolicyDocument) =>
  changedMeanings(current, next).map(({ rule, wallet, members }) => [rule, wallet, [...members]]);
const ownersFlow: Flow = {
  signProtection: 'on',
  nodes: [{ name: 'Release', kind: 'sign', approvers: ['m-ada'], threshold: '1' }],
};
const ruleOf = ({ signProtection, nodes }: Flow): SeniorRule => ({
  ...{ id: 'large', name: 'Large', enabled: 'on', type: 'transfer', action: 'flow', when: unconditional },
  ...{ signProtection, nodes: [...nodes] },
});
const [strategy] = three.strategies;
if (!strategy) throw new Error('no strategy');

it('a change that leaves all flows as they are means nothing to anybody', () => {
  expect(told(three, three)).toEqual([]);
  expect(told(three, { ...three, book: { mode: 'on', coolingHours: '24' } })).toEqual([]);
});

it('an open initiator means another thing to those who may ask, and nothing to who may not', () => {
  const open = three.strategies.map((flow) => ({ ...flow, signProtection: 'off' as const }));
  const [[rule, wallet, members] = []] = told(three, { ...three, strategies: open });
  expect([rule, wallet]).toEqual(['', '']);
  expect(members).toContain('m-ada');
});

it('a rule of its own is told, and one that falls away, but not one that is off', () => {
  expect(told(three, { ...three, senior: [ruleOf(ownersFlow)] }).map(([rule]) => rule)).toEqual(['Large']);
  expect(told(three, { ...three, senior: [{ ...ruleOf(ownersFlow), enabled: 'off' }] })).toEqual([]);
  expect(told({ ...three, senior: [ruleOf(ownersFlow)] }, three).map(([rule]) => rule)).toEqual(['Large']);
});

it('what is told of the default flow is not told again of one that comes to mean the same', () => {
  const open = (flow: typeof strategy) => ({ ...flow, signProtection: 'off' as const });
  const own = { ...strategy, wallet: '7' };
  const both = { ...three, strategies: [strategy, own] };
  const opened = { ...three, strategies: [open(strategy), open(own)] };
  expect(told(both, opened).map(([, wallet]) => wallet)).toEqual(['']);
  expect(told(both, { ...three, strategies: [strategy, open(own)] }).map(([, wallet]) => wallet)).toEqual(['7']);
});

it('a wallet that loses a flow of its own is told what the default one means there', () => {
  const strict = { ...strategy, ...ruleOf(ownersFlow), wallet: '7' };
  expect(told({ ...three, strategies: [strategy, strict] }, three).map(([, wallet]) => wallet)).toEqual(['7']);
});

it('a name means nothing', () => {
  const members = three.members.map((one) => ({ ...one, name: `${one.name} B.` }));
  expect(told(three, { ...three, members })).toEqual([]);
});

it('a wallet of its own is told by its number', () => {
  const next = { ...three, strategies: [...three.strategies, { ...strategy, ...ruleOf(ownersFlow), wallet: '7' }] };
  expect(told(three, next).map(([, wallet]) => wallet)).toEqual(['7']);
});

it('nothing is told where one member decides alone', () => {
  expect(told(three, policyOf([ada]))).toEqual([]);
});

it('names what went there until now, and nothing where a rule speaks of something else from then on', () => {
  const rule = ruleOf(ownersFlow);
  const others = ruleOf({
    ...ownersFlow,
    nodes: [{ name: 'Release', kind: 'sign', approvers: ['m-bob'], threshold: '1' }],
  });
  const before = (next: SeniorRule) =>
    changedMeanings({ ...three, senior: [rule] }, { ...three, senior: [next] }).map(
      ({ flowBefore }) => flowBefore?.nodes,
    );
  expect(before(others)).toEqual([rule.nodes]);
  expect(before({ ...others, when: { ...others.when, wallets: ['2'] } })).toEqual([undefined]);
});

import { expect, it } from 'vitest';
import { boundsFor, type Facts, nothingKnown, type SeniorRule, unconditional } from '../src/index.ts';
import { node, refOf, team, transfer } from './fixtures.ts';

const usd = (bounds: Partial<SeniorRule['when']['amount']>): SeniorRule['when'] => ({
  ...unconditional,
  amount: { ...unconditional.amount, unit: 'usd', scope: 'workspace', ...bounds },
});
const rule = (id: string, action: SeniorRule['action'], when: SeniorRule['when']): SeniorRule => ({
  ...{ id, name: id, enabled: 'on', type: 'transfer', action, when, signProtection: 'on' },
  nodes: action === 'flow' ? [node('One', 1, 'ann')] : [],
});
const spentSoFar = { ...nothingKnown, price: () => '1', spent: () => ({ units: 0n, cents: 7_000n }) };
function boundsUnder(senior: readonly SeniorRule[], facts: Facts = spentSoFar) {
  const policy = { ...team, senior: [...senior] };
  const intent = transfer({ policy: refOf(policy) });
  return boundsFor(policy, intent, facts, {}).map(({ rule: { id }, limit, left }) => [id, limit, left]);
}

it('a limit is told with what is left of it, whatever the payment’s own amount', () => {
  const hour = rule('hour', 'flow', usd({ over: '10000', hours: '1' }));
  const day = rule('day', 'flow', usd({ over: '5000', hours: '24' }));
  expect(boundsUnder([hour, day])).toEqual([
    ['hour', 10_000n, 3_000n],
    ['day', 5_000n, -2_000n],
  ]);
  const small = rule('small', 'pass', usd({ upTo: '300' }));
  expect(boundsUnder([small, rule('most', 'refuse', usd({ over: '400' }))])).toEqual([
    ['small', 300n, 300n],
    ['most', 400n, 400n],
  ]);
});

it('none is told of which another that decides first may make something else', () => {
  const asks = rule('asks', 'flow', usd({ over: '1000' }));
  const refuses = rule('refuses', 'refuse', usd({ over: '500' }));
  expect(boundsUnder([asks, refuses]).map(([id]) => id)).toEqual(['asks']);
  // All that it speaks of is decided before it.
  const dead = rule('dead', 'flow', usd({ over: '5000' }));
  expect(boundsUnder([asks, dead, rule('lower', 'flow', usd({ over: '500' }))]).map(([id]) => id)).toEqual([
    'asks',
    'lower',
  ]);
  const passes = rule('passes', 'pass', usd({ upTo: '800' }));
  expect(boundsUnder([passes, refuses]).map(([id]) => id)).toEqual(['passes']);
  // Neither is a limit: one lets a span pass, the other asks about a span.
  const span = { over: '300', upTo: '400' };
  for (const action of ['pass', 'flow'] as const)
    expect(boundsUnder([rule('span', action, usd(span)), refuses])).toEqual([]);
});

it('what is left is not known where what was paid has no value, and a limit of single payments is whole', () => {
  const unknown = { ...spentSoFar, spent: () => ({ units: 0n, cents: undefined }) };
  const hour = rule('hour', 'flow', usd({ over: '10000', hours: '1' }));
  expect(boundsUnder([hour, rule('one', 'flow', usd({ over: '20000' }))], unknown)).toEqual([
    ['hour', 10_000n, undefined],
    ['one', 20_000n, 20_000n],
  ]);
});

it('none is told of rules that are off, for others, of another type, or behind one that decides about every amount', () => {
  const hour = usd({ over: '10000', hours: '1' });
  const off = { ...rule('off', 'flow', hour), enabled: 'off' as const };
  const calls = { ...rule('calls', 'flow', hour), type: 'web3' as const };
  const others = rule('others', 'flow', { ...hour, initiators: ['role:api'] });
  const mine = rule('mine', 'flow', { ...hour, initiators: [`member:${transfer().initiator}`] });
  const noLimit = rule('all', 'flow', unconditional);
  const smallAsked = rule('asked', 'flow', usd({ upTo: '300' }));
  expect(boundsUnder([off, calls, others, smallAsked, noLimit, rule('behind', 'refuse', hour)])).toEqual([]);
  expect(boundsUnder([mine, noLimit]).map(([id]) => id)).toEqual(['mine']);
});

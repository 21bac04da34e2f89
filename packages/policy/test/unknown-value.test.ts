import { expect, it } from 'vitest';
import { nothingKnown, type SeniorRule, unconditional, unknownValue } from '../src/index.ts';
import { node, refOf, team, transfer } from './fixtures.ts';

const overMuch: SeniorRule = {
  ...{ id: 'r-much', name: 'Much in an hour', enabled: 'on', type: 'transfer', action: 'flow', signProtection: 'on' },
  when: { ...unconditional, amount: { ...unconditional.amount, unit: 'usd', over: '10000000' } },
  nodes: [node('One', 1, 'ann')],
};
const policy = { ...team, senior: [overMuch] };
const intent = transfer({ policy: refOf(policy) });
const priced = { ...nothingKnown, price: () => '1' };

it('a payment is unsure as long as its value is not known to a rule in dollars, and no longer than that', () => {
  expect(unknownValue(policy, intent, nothingKnown, {})).toBe('own');
  expect(unknownValue(policy, intent, priced, {})).toBeUndefined();
});

it('nothing is unsure without a rule that asks for a value', () => {
  expect(
    unknownValue({ ...policy, senior: [{ ...overMuch, when: unconditional }] }, intent, nothingKnown, {}),
  ).toBeUndefined();
  expect(unknownValue(team, intent, nothingKnown, {})).toBeUndefined();
});

it('a rule whose window may be used up by payments of unknown value is unsure too', () => {
  const amount = { ...overMuch.when.amount, hours: '1', scope: 'workspace' as const };
  const hourly = { ...policy, senior: [{ ...overMuch, when: { ...overMuch.when, amount } }] };
  const spent = (cents: bigint | undefined) => ({ ...priced, spent: () => ({ units: 0n, cents }) });
  expect(unknownValue(hourly, intent, spent(undefined), {})).toBe('earlier');
  expect(unknownValue(hourly, intent, spent(0n), {})).toBeUndefined();
});

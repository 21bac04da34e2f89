import { expect, it } from 'vitest';
import { isUnsure, nothingKnown, type SeniorRule, unconditional } from '../src/index.ts';
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
  expect(isUnsure(policy, intent, nothingKnown, {})).toBe(true);
  expect(isUnsure(policy, intent, priced, {})).toBe(false);
});

it('nothing is unsure without a rule that asks for a value', () => {
  expect(isUnsure({ ...policy, senior: [{ ...overMuch, when: unconditional }] }, intent, nothingKnown, {})).toBe(false);
  expect(isUnsure(team, intent, nothingKnown, {})).toBe(false);
});

it('a rule whose window may be used up by payments of unknown value is unsure too', () => {
  const amount = { ...overMuch.when.amount, hours: '1', scope: 'workspace' as const };
  const hourly = { ...policy, senior: [{ ...overMuch, when: { ...overMuch.when, amount } }] };
  const spent = (cents: bigint | undefined) => ({ ...priced, spent: () => ({ units: 0n, cents }) });
  expect(isUnsure(hourly, intent, spent(undefined), {})).toBe(true);
  expect(isUnsure(hourly, intent, spent(0n), {})).toBe(false);
});

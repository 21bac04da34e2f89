import { orderStatus } from '@holdfast/contract';
import { expect, test } from 'vitest';
import { isFinal as endsOrder, statusOf } from '../../orders/states.ts';
import { isFinal, isTold, pauseMs, pausesMs, restMs, saysState, typeOf } from './rules.ts';

test('after a failure it is tried again from a second to a day later, each pause up to a fifth longer, and then no more', () => {
  expect(pausesMs[0]).toBe(1_000);
  expect(pausesMs.at(-1)).toBe(24 * 3_600_000);
  expect([...pausesMs].sort((a, b) => a - b)).toEqual([...pausesMs]);
  for (const [n, pause] of pausesMs.entries()) {
    expect(pauseMs(n + 1, 0)).toBe(pause);
    expect(pauseMs(n + 1, 1)).toBe(pause * 1.2);
  }
  expect(pauseMs(pausesMs.length + 1, 0)).toBeUndefined();
});

test('an endpoint that does not answer rests, never for longer than a minute', () => {
  expect([1, 2, 5, 6, 1_000].map(restMs)).toEqual([2_000, 4_000, 32_000, 60_000, 60_000]);
});

test('every status of an order has a word, and is final where the orders say so', () => {
  for (const status of Object.values(orderStatus)) {
    expect(typeOf('withdraw', status)).toMatch(/^withdraw\.[a-z]+(_[a-z]+)*$/);
    expect(isFinal('withdraw', status), String(status)).toBe(endsOrder(statusOf(status)));
  }
  expect([1000, 1100, 2000, 3000, 4000].map((status) => typeOf('deposit', status))).toEqual(
    ['unconfirmed', 'confirmed', 'credited', 'abnormal', 'returned'].map((word) => `deposit.${word}`),
  );
  expect(typeOf('deposit', 5000)).toBe('deposit.status_5000');
});

test('an endpoint hears of what it asked for', () => {
  const endpoint = { sides: ['deposit'], final_only: true };
  expect(isTold(endpoint, { side: 'deposit', final: true })).toBe(true);
  expect(isTold(endpoint, { side: 'deposit', final: false })).toBe(false);
  expect(isTold(endpoint, { side: 'withdraw', final: true })).toBe(false);
  expect(isTold({ ...endpoint, final_only: false }, { side: 'deposit', final: false })).toBe(true);
});

test('what is asked of a credited deposit tells nobody that it is credited once more; that it went back is told', () => {
  const subs = ['seen', 'credited', 'refund_asked', 'refund_ended', 'refund_paid', 'refunded'];
  expect(subs.filter((sub) => saysState('deposit', sub))).toEqual(['seen', 'credited', 'refunded']);
  expect(['announced', 'drop_asked', 'cancelling'].filter((sub) => saysState('order', sub))).toEqual([
    'drop_asked',
    'cancelling',
  ]);
});

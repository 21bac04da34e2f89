import { orderStatus, type TransactionRecord } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { daysOf } from './days.ts';
import { depositStatus } from './view.ts';

const row = (day: string, direction: 'in' | 'out', worth_usd: string | null, isFinal = true): TransactionRecord =>
  ({
    type: direction === 'in' ? 1 : 2,
    direction,
    status: direction === 'in' ? depositStatus.credited : isFinal ? orderStatus.done : orderStatus.paying,
    worth_usd,
    created_at: new Date(`${day}T12:00:00Z`),
  }) as TransactionRecord;
const days = (rows: readonly TransactionRecord[], whole = { first: true, last: true }) =>
  daysOf(
    rows,
    (when) => when.toISOString().slice(0, 10),
    ({ worth_usd }) => worth_usd,
    whole,
  ).map((day) => [day.at, day.in, day.out]);

it('sums up what came in and went out on each day, to the cent, and leaves out what is not final', () => {
  expect(
    days([
      row('2026-11-21', 'in', '0.1'),
      row('2026-11-21', 'in', '0.2'),
      row('2026-11-21', 'out', '5'),
      row('2026-11-20', 'out', '7', false),
    ]),
  ).toEqual([
    [0, '0.3', '5'],
    [3, null, null],
  ]);
});

it('says no sum that would be false: of a coin without a price, and of a day that goes on on another page', () => {
  expect(days([row('2026-11-21', 'in', '1'), row('2026-11-21', 'in', null), row('2026-11-21', 'out', '5')])).toEqual([
    [0, null, '5'],
  ]);
  const three = [row('2026-11-21', 'in', '1'), row('2026-11-20', 'in', '2'), row('2026-11-19', 'in', '3')];
  expect(days(three, { first: false, last: false })).toEqual([
    [0, null, null],
    [1, '2', null],
    [2, null, null],
  ]);
  expect(days([], { first: true, last: true })).toEqual([]);
});

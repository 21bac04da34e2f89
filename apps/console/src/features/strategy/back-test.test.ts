import type { Outcome } from '@holdfast/policy';
import { describe, expect, it } from 'vitest';
import { differencesOf, type Past, perDay, type Result } from './back-test.ts';
import { emptyDraft } from './draft.ts';
import { inOrder } from './order.ts';

const day = 86_400_000;
const now = 1_763_700_000_000;
const noTally = { count: 0, cents: 0n, unpriced: 0 };
const refused: Outcome = {
  action: 'refuse',
  problem: 'refusedByRule',
  rule: { level: 'senior', id: 'r', name: 'R' },
  nodes: [],
};

const past = (id: string, at: number): Past => ({
  id,
  at,
  counted: true,
  wallet: '1',
  initiator: 'm',
  chain: 'evm:31337',
  contract: '',
  decimals: 18,
  outputs: [],
  price: '',
  orderId: 1,
  symbol: 'ETH',
});

const result = (days: number, list: readonly (readonly [number, 'looser' | 'stricter' | 'other'])[]): Result => ({
  past: list.map(([at], i) => past(`p${i}`, at)),
  test: {
    sums: { same: noTally, stricter: noTally, looser: noTally, other: noTally },
    differences: list.map(([, kind], at) => ({ at, kind, before: refused, after: refused })),
  },
  days,
  truncated: false,
  draft: {} as Result['draft'],
});

describe('what differs', () => {
  it('is counted once, on the day it was asked for, also at the edges and a moment after', () => {
    const found = perDay(
      result(7, [
        [now - 7 * day, 'looser'],
        [now - 6 * day - 1, 'looser'],
        [now - 6 * day, 'stricter'],
        [now - 1, 'other'],
        [now + 5, 'other'],
      ]),
      now,
    );
    expect(found.map(({ counts }) => counts)).toEqual([
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 2],
    ]);
    expect(found.at(-1)?.end.getTime()).toBe(now);
  });

  it('is shown newest first, all of it or one kind', () => {
    const some = result(7, [
      [now - 3, 'looser'],
      [now - 2, 'stricter'],
      [now - 1, 'looser'],
    ]);
    expect(differencesOf(some, undefined).map(({ past: { id } }) => id)).toEqual(['p2', 'p1', 'p0']);
    expect(differencesOf(some, 'looser').map(({ past: { id } }) => id)).toEqual(['p2', 'p0']);
    expect(differencesOf(some, 'other')).toEqual([]);
  });
});

it('another order of one type of rules leaves the places of the others', () => {
  const rule = (id: string, type: 'transfer' | 'web3') => emptyDraft(type, id).rule;
  const [a, w, b] = [rule('a', 'transfer'), rule('w', 'web3'), rule('b', 'transfer')];
  expect(inOrder([a, w, b], 'transfer', [b, a]).map(({ id }) => id)).toEqual(['b', 'w', 'a']);
});

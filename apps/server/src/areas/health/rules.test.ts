import { expect, test } from 'vitest';
import { type NodeState, nodeStateOf } from '../../chainwatch/node-watch.ts';
import type { Heard } from '../../signers/monitor.ts';
import { isDue, isLate, troublesOf } from './rules.ts';

const now = new Date('2026-03-01T09:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const gib = 2 ** 30;
const well: Heard = { last: undefined, silentSince: undefined };
const said = (health: object, clockMs = 0): Heard => ({
  last: { at: now, health: health as never, clockMs },
  silentSince: undefined,
});
const found = (signers: readonly Heard[], down: Date | null = null, free = 10 * gib) =>
  troublesOf(signers, [{ down_since: down }], free, now);

test('a signer or a network is told of once it was away for longer than a moment', () => {
  expect(found([well, { ...well, silentSince: ago(7) }], ago(29))).toEqual([]);
  expect(found([well, { ...well, silentSince: ago(8) }], ago(30))).toEqual(['signer', 'chain']);
});

test('a disk that is full and a clock that is off are told of, one that is nearly full is not worth a bar', () => {
  expect(found([said({ disk: { state: 'low', freeBytes: gib } })], null, gib)).toEqual([]);
  expect(found([said({ disk: { state: 'full', freeBytes: 1 } }, -31_000)])).toEqual(['disk', 'clock']);
  expect(found([said({}, 30_000)], null, gib / 8)).toEqual(['disk']);
});

test('of several nodes each has its own state', () => {
  const node = (place: number, state: Partial<NodeState>): NodeState => ({
    place,
    heardAt: undefined,
    failedAt: undefined,
    height: undefined,
    ...state,
  });
  const nodes = [
    node(1, { heardAt: ago(1), height: 100 }),
    node(2, { heardAt: ago(1), height: 99 }),
    node(3, { heardAt: ago(1), height: 98 }),
    node(4, { heardAt: ago(60), failedAt: ago(2), height: 90 }),
    node(5, {}),
  ];
  expect(nodes.map((one) => nodeStateOf(one, nodes))).toEqual(['well', 'well', 'behind', 'silent', 'waiting']);
});

test('a backup is due when its time is over, or when there never was one', () => {
  const day = 86_400;
  expect([isDue('database', ago(7 * day), now), isDue('database', ago(7 * day + 1), now)]).toEqual([false, true]);
  expect(isDue('freeze', undefined, now)).toBe(true);
});

test('what was never done is overdue once the workspace is older than its days, and not from its first minute on', () => {
  const day = 86_400;
  const never = [{ kind: 'database', done_at: null }] as const;
  expect([isLate(never, ago(7 * day), now), isLate(never, ago(8 * day), now)]).toEqual([false, true]);
  const done = [{ kind: 'database', done_at: ago(day) }] as const;
  expect([isLate(done, ago(90 * day), now), isLate([], ago(900 * day), now)]).toEqual([false, false]);
});

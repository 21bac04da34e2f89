import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('clients come in turn: one that sends a hundred delays another by one piece', async () => {
  const gate = createGate(1_000);
  const done: string[] = [];
  const ask = (client: string, n: number) => gate.run(client, () => done.push(`${client}${n}`));
  const all = [...Array.from({ length: 100 }, (_, n) => ask('a', n)), ask('b', 0), ask('c', 0), ask('b', 1)];
  await Promise.all(all);
  expect(done.slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
  expect(done).toHaveLength(103);
});

test('one piece a turn of the event loop, so that whatever else waits is done between two', async () => {
  const gate = createGate(10);
  const seen: string[] = [];
  const pieces = Promise.all([1, 2, 3].map((n) => gate.run('a', () => seen.push(`piece ${n}`))));
  const tick = (left: number): void => {
    if (left === 0) return;
    seen.push('other');
    setImmediate(() => tick(left - 1));
  };
  setImmediate(() => tick(3));
  await pieces;
  expect(seen.filter((one, at) => one === 'other' && seen[at + 1] === 'other')).toEqual([]);
});

test('a full queue turns away who fills it, and gives a newcomer the place of their newest', async () => {
  const gate = createGate(10);
  const results = (client: string, count: number) =>
    Array.from({ length: count }, () => gate.run(client, () => 'done').catch((error: { code?: string }) => error.code));
  const [many, few] = [results('a', 12), results('b', 2)];
  const of = async (asked: readonly Promise<unknown>[]) =>
    (await Promise.all(asked)).filter((one) => one === 'done').length;
  expect([await of(many), await of(few)]).toEqual([8, 2]);
});

test('what throws is told to who asked, and the next goes on', async () => {
  const gate = createGate(10);
  const failed = gate.run('a', () => {
    throw new Error('broken');
  });
  const next = gate.run('a', () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});

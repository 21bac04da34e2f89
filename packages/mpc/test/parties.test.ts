import { expect, it } from 'vitest';
import { at, checkParties, checkThreshold, collect, maxParty, without } from '../src/parties.ts';

const fault = (message: string, party?: number) =>
  expect.objectContaining({ kind: 'fault', message: expect.stringContaining(message), party });

it('parties are distinct numbers from 1 to 65,535, sorted by their size, me among them', () => {
  const given = [10, 9, maxParty, 1];
  expect(checkParties(given, 9)).toEqual([1, 9, 10, maxParty]);
  expect(given).toEqual([10, 9, maxParty, 1]);
  expect(checkParties([2])).toEqual([2]);
  for (const bad of [0, -1, 1.5, Number.NaN, maxParty + 1])
    expect(() => checkParties([1, bad])).toThrow(fault('party id out of range'));
  expect(() => checkParties([1, 2, 1])).toThrow(fault('party named twice'));
  expect(() => checkParties([1, 2], 3)).toThrow(fault('I am not one of the parties'));
  expect(without([1, 2, 3], 2)).toEqual([1, 3]);
});

it('a threshold is from 2 to all, of at most 100', () => {
  for (const [t, n] of [
    [2, 2],
    [2, 100],
    [100, 100],
  ] as const)
    expect(() => checkThreshold(t, n)).not.toThrow();
  for (const [t, n] of [
    [1, 2],
    [3, 2],
    [2.5, 3],
    [2, 3.5],
    [2, 101],
  ] as const)
    expect(() => checkThreshold(t, n)).toThrow(fault('threshold out of range'));
});

it('an inbox holds one message of each who is expected, and none of anybody else', () => {
  const [one, two] = [new Uint8Array([1]), new Uint8Array([2])];
  expect(collect({ 1: one, 2: two }, [2, 1])).toEqual([
    [2, two],
    [1, one],
  ]);
  expect(collect({}, [])).toEqual([]);
  expect(() => collect({ 1: one }, [1, 2])).toThrow(fault('message missing', 2));
  expect(() => collect({ 1: one, 2: 'text' as never }, [1, 2])).toThrow(fault('message missing', 2));
  // What a record has from its kind is no message.
  expect(() => collect(Object.create({ 1: one }), [1])).toThrow(fault('message missing', 1));
  expect(() => collect({ 1: one, 2: two }, [1])).toThrow(fault('message of a party that has no part in this round'));
});

it('an entry is the record’s own, and there', () => {
  expect(at({ 3: 'x' }, 3)).toBe('x');
  expect(() => at({ 3: 'x' }, 4)).toThrow(fault('no entry for party', 4));
  expect(() => at(Object.create({ 4: 'x' }), 4)).toThrow(fault('no entry for party', 4));
});

import type { ConflictKey } from '@holdfast/chains';
import { expect, test } from 'vitest';
import { conflictClass } from '../src/admission/conflict.ts';
import { laneOf, now } from './scenario.ts';

const [chain, account, until] = ['tron:nile', 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', now + 60_000];
const at = (place: string): ConflictKey => ({ family: 'tron', chain, account, place });
const here = { family: 'tron', place: `${chain}|${account}|here`, until };
const nonce: ConflictKey = { family: 'evm', chain: 'evm:31337', account: laneOf(5).split('|')[1] ?? '', nonce: '5' };
const alone = { before: undefined, exposed: false, now };

test('a transaction that dies is bound to its own place, and to no other one once a part of it has left', () => {
  expect(conflictClass({ key: at('here'), until }, alone)).toEqual(here);
  expect(conflictClass({ key: at('here'), until }, { ...alone, before: here, exposed: true })).toEqual(here);
  const there = { ...here, place: `${chain}|${account}|there` };
  expect(conflictClass({ key: at('there'), until }, { ...alone, before: here })).toEqual(there);
  expect(conflictClass({ key: at('there'), until }, { ...alone, before: here, exposed: true })).toBeUndefined();
});

test('places of two accounts or chains are two', () => {
  const classOf = (key: ConflictKey) => conflictClass({ key, until }, { ...alone, before: here, exposed: true });
  expect(classOf({ ...at('here'), account: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' })).toBeUndefined();
  expect(classOf({ ...at('here'), chain: 'tron:mainnet' })).toBeUndefined();
});

test('one that would never die has no place of its own, nor one that was bound to something else', () => {
  expect(conflictClass({ key: at('here'), until: undefined }, alone)).toBeUndefined();
  expect(conflictClass({ key: nonce, until }, { ...alone, before: here })).toBeUndefined();
  const coins = { family: 'tron', fixed: ['coin'], inputs: ['coin'] };
  expect(conflictClass({ key: at('here'), until }, { ...alone, before: coins })).toBeUndefined();
});

test('a nonce is held as long as any of its transactions lives', () => {
  const lane = { family: 'evm', lane: laneOf(5) };
  expect(conflictClass({ key: nonce, until: undefined }, alone)).toEqual(lane);
  expect(conflictClass({ key: nonce, until }, alone)).toEqual({ ...lane, until });
  for (const [first, second] of [
    [until, until - 1],
    [until - 1, until],
  ] as const)
    expect(conflictClass({ key: nonce, until: second }, { ...alone, before: { ...lane, until: first } })).toEqual({
      ...lane,
      until,
    });
  expect(conflictClass({ key: nonce, until }, { ...alone, before: lane })).toEqual(lane);
});

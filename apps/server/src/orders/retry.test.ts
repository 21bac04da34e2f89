import { expect, test } from 'vitest';
import { retrySeconds } from './retry.ts';

const tries = [1, 2, 3, 4, 5, 8, 9, 50];

test('an order that was broken off is tried again soon, however often that happened: its account waits behind it', () => {
  expect(tries.map((n) => retrySeconds(n, 'broken off'))).toEqual([2, 4, 8, 15, 15, 15, 15, 15]);
});

test('an order that a signer refused for now is tried ever more rarely, but never less than every five minutes', () => {
  expect(tries.map((n) => retrySeconds(n, 'refused'))).toEqual([2, 4, 8, 16, 32, 256, 300, 300]);
});

import { describe, expect, it } from 'vitest';
import { coinsLeftOut, movedOtherwise, tokensLeftOut } from './left-out.ts';

const row = (address: string, amount: string) => ({ address, amount, memo: '' });
const rows = [row('anna', '5'), row('ben', '5'), row('anna', '5'), row('anna', '6')];
const moves = (...places: readonly number[]) =>
  places.map((at) => ({ to: rows[at]?.address ?? '', amount: BigInt(rows[at]?.amount ?? 0) }));
const ofTokens = (paid: readonly number[], told: readonly number[]) =>
  tokensLeftOut(rows, moves(...paid), new Set(told));

describe('whom a payment of many tokens left out', () => {
  it('is nobody to whom the token went, though the contract was made to tell it', () => {
    expect(ofTokens([0, 1, 2, 3], [0, 1, 2, 3, 99])).toEqual([]);
    expect(ofTokens([0, 2, 3], [1, 3])).toEqual([1]);
  });
  it('is as many of the rows that are alike as the token did not pay', () => {
    expect(ofTokens([1, 2, 3], [0])).toEqual([0]);
    expect(ofTokens([1, 2, 3], [2])).toEqual([2]);
    expect(ofTokens([1, 2, 3], [0, 2])).toEqual([2]);
    expect(ofTokens([], [3, 2, 1, 0])).toEqual([0, 1, 2, 3]);
  });
  it('is not known where neither tells of a row, or the token went where no row says', () => {
    expect(() => ofTokens([0, 1, 2], [])).toThrow(movedOtherwise);
    expect(() => ofTokens([0, 1, 1, 2, 3], [])).toThrow(movedOtherwise);
    expect(() => tokensLeftOut(rows, [...moves(0, 1, 2), { to: 'anna', amount: 7n }], new Set([3]))).toThrow(
      movedOtherwise,
    );
  });
});

it('of coins it is whom the contract tells, and never a row that is none', () => {
  expect(coinsLeftOut(rows, new Set([3, 1]))).toEqual([1, 3]);
  expect(() => coinsLeftOut(rows, new Set([4]))).toThrow('rows that are none');
});

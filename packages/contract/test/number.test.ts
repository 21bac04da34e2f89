import { expect, test } from 'vitest';
import { shownNumber } from '../src/number.ts';

test.each([
  ['W-4', { id: 4, isPayment: true }],
  ['w-4', { id: 4, isPayment: true }],
  ['w4', { id: 4, isPayment: true }],
  ['#4', { id: 4, isPayment: false }],
  ['4', { id: 4, isPayment: false }],
  ['123456789012345', { id: 123_456_789_012_345, isPayment: false }],
  ['1234567890123456', undefined],
  ['04', undefined],
  ['-4', undefined],
  ['#-4', undefined],
  ['#W-4', undefined],
  ['x-4', undefined],
  ['W-4 ', undefined],
  ['W-', undefined],
  ['', undefined],
])('%j is read as the number that screens show', (text, number) => {
  expect(shownNumber(text)).toEqual(number);
});

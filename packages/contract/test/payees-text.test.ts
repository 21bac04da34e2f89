import { expect, it } from 'vitest';
import { payeesText } from '../src/index.ts';

const one = { address: '0xa', amount: '1', memo: '', label: 'Ann', remark: 'Wages' };

it('tells each payee of several in one cell, and of one nothing, which has columns of its own', () => {
  expect(payeesText([one])).toBe('');
  expect(payeesText([one, { address: '0xb', amount: '2.5', memo: '77', label: '', remark: '' }])).toBe(
    'Ann · 0xa · 1 · Wages; 0xb · 2.5 · 77',
  );
});

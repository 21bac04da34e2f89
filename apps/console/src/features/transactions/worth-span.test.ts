import { describe, expect, it } from 'vitest';
import { dollarsIn, readWorth, spanIn, worthAddress, worthText } from './worth-span.ts';

describe('a span of values', () => {
  it.each([
    ['100-500', { least: '100', most: '500' }, '$100 – $500'],
    ['1500.5-', { least: '1500.5', most: undefined }, '≥ $1,500.5'],
    ['-0.05', { least: undefined, most: '0.05' }, '≤ $0.05'],
    ['7-7', { least: '7', most: '7' }, '$7 – $7'],
  ])('stands in the address as %s and comes back', (address, span, text) => {
    expect(readWorth(address)).toEqual(span);
    expect(worthAddress(span)).toBe(address);
    expect(worthText(span)).toBe(text);
  });

  it.each(['', '-', '500-100', '1.005-', '.5-', '1-2-3', 'a-b', `${'9'.repeat(16)}-`])('is none in %j', (address) => {
    expect(readWorth(address)).toBeUndefined();
  });

  it.each([
    ['1,500', '1500'],
    ['$ 99.95', '99.95'],
    ['１５００', '1500'],
    ['99.955', undefined],
    ['1$000', undefined],
    ['much', undefined],
    ['', undefined],
  ])('reads %j as dollars', (text, dollars) => {
    expect(dollarsIn(text)).toBe(dollars);
  });

  it.each([
    ['>1000', '1000-'],
    ['≥ $1,000.50', '1000.50-'],
    ['<= 20', '-20'],
    ['$100-$500', '100-500'],
    ['$100 … 500', undefined],
    ['$100..500', '100-500'],
    ['500–$100', undefined],
    ['100-500', '100-500'],
    ['between 500 and 900', '500-900'],
    ['$500 to $900', '500-900'],
    ['1,000 - 2,000', '1000-2000'],
    // A day, and a number of an invoice.
    ['2026-11-30', undefined],
    ['2026-042', undefined],
    ['>', undefined],
    ['acme', undefined],
  ])('is offered for the words %j', (words, address) => {
    const span = spanIn(words);
    expect(span && worthAddress(span)).toBe(address);
  });
});

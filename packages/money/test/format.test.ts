import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { avatarColor, avatarColors, formatAmount, formatNumber, formatPrice, shortenHash } from '../src/index.ts';

describe('formatNumber', () => {
  it.each([
    ['0', '0.00'],
    ['1234.5', '1,234.50'],
    ['1234567.895', '1,234,567.90'],
    ['-1234.5', '-1,234.50'],
    ['-0.001', '0.00'],
    ['0.005', '0.01'],
    ['99999999999999998', '99,999,999,999,999,998.00'],
    ['99999999999999998.99', '99,999,999,999,999,998.99'],
    ['99999999999999999', '∞'],
    ['100000000000000000', '∞'],
    [`1${'0'.repeat(78)}`, '∞'],
    ['-99999999999999999', '-∞'],
  ])('%s is shown as %s', (value, shown) => expect(formatNumber(value)).toBe(shown));

  it.each([null, undefined, '', 'abc', 'NaN', '1e5', '.5', '1.'])('shows -- for the missing number %j', (value) => {
    expect(formatNumber(value)).toBe('--');
    expect(formatAmount(value)).toBe('--');
  });

  it.each([
    ['999999.99', '999,999.99'],
    ['1000000', '1.00M'],
    ['1234567', '1.23M'],
    ['999999999', '1,000.00M'],
    ['1000000000', '1.00B'],
    ['-2500000000', '-2.50B'],
    ['1234567890123', '1,234.57B'],
  ])('shortens %s to %s when asked', (value, shown) => expect(formatNumber(value, { short: true })).toBe(shown));

  it('takes decimals and grouping as options', () => {
    expect(formatNumber('1234.5678', { decimals: 0 })).toBe('1,235');
    expect(formatNumber('1234.5678', { decimals: 3, grouping: false })).toBe('1234.568');
  });

  it('never changes the value by more than half of its last place', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999_998_000n }), (thousandths) => {
        const text = `${thousandths / 1000n}.${(thousandths % 1000n).toString().padStart(3, '0')}`;
        const shown = BigInt(formatNumber(text).replace(/[,.]/g, '')) * 10n;
        const off = shown - thousandths;
        expect(off >= -4n && off <= 5n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('formatAmount', () => {
  it.each([
    ['0', '0'],
    ['0.00', '0'],
    ['1.5', '1.5'],
    ['100', '100'],
    ['1234567.1234567891', '1,234,567.1234567891'],
    ['1.00000000019', '1.0000000002'],
    ['1.00000000015', '1.0000000002'],
    ['1.00000000014', '1.0000000001'],
    ['0.0000000001', '0.0000000001'],
    ['0.00000000009999', '<1e-10'],
    ['-1.50', '-1.5'],
    ['99999999999999999', '∞'],
  ])('%s is shown as %s', (value, shown) => expect(formatAmount(value)).toBe(shown));

  it('leaves grouping out when asked', () => expect(formatAmount('12345.6', false)).toBe('12345.6'));
});

describe('shortenHash', () => {
  const hash = '0x1f2be433153b6926a738175eaf8737e680999f8df06a729256a29a9c21be7476';

  it('keeps six characters on each side by default', () => expect(shortenHash(hash)).toBe('0x1f2b…be7476'));
  it('keeps as many as asked', () => expect(shortenHash(hash, 10)).toBe('0x1f2be433…9c21be7476'));
  it.each(['', 'abc', '1234567890123'])('leaves %j whole: shortening would not make it shorter', (short) =>
    expect(shortenHash(short)).toBe(short),
  );
});

describe('avatarColor', () => {
  it('gives the alphabet eight groups and everything else grey', () => {
    const groups = new Set([...'abcdefghijklmnopqrstuvwxyz'].map(avatarColor));
    expect([...groups]).toEqual([...avatarColors]);
    for (const name of ['', '   ', '1st', '张伟', 'É', '_', '🦊']) expect(avatarColor(name)).toBe('grey');
  });

  it('depends on the first letter only', () => {
    expect(avatarColor('alice')).toBe(avatarColor('ANNA'));
    expect(avatarColor(' Bob')).toBe(avatarColor('b'));
  });
});

describe('what one coin is worth', () => {
  it.each([
    ['64250.5', '64,250.50'],
    ['1', '1.00'],
    ['0.28', '0.28'],
    ['0.9999', '0.9999'],
    ['0.28125', '0.2813'],
    ['0.0005', '0.0005'],
    ['0.000012345678', '0.00001235'],
    ['0.00000000001', '0.00'],
    ['0', '0.00'],
    [undefined, '--'],
  ])('%s is shown as %s', (price, shown) => {
    expect(formatPrice(price)).toBe(shown);
  });
});

import { describe, expect, it } from 'vitest';
import { cleanAmount, writtenDollars, writtenWithUnit } from '../src/index.ts';

describe('an amount', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    [' 1 234.5 ', '1234.5'],
    ['1 234,567', '1234.567'],
    ["1'000", '1000'],
    ['1,5', '1.5'],
    ['1,500', '1500'],
    ['0,500', '0.500'],
    ['1.250,50', '1250.50'],
    ['1.234.567,8', '1234567.8'],
    ['1.250.000', '1250000'],
    ['1.250', '1.250'],
    ['.5', '0.5'],
    ['１，２３４．５', '1234.5'],
    ['０。５', '0.5'],
    ['5.', '5'],
    ['.', ''],
    ['', ''],
  ])('written as %s is %s', (written, amount) => expect(cleanAmount(written)).toBe(amount));

  it.each([
    '1e5',
    '-1',
    'abc',
    '1.2.3',
    '1,2,3',
    '1,00,000',
    '1.23,5',
    '0.250,5',
    '1.234,',
    '12.34.567',
    '1 2',
    '0x10',
    '١٢',
    '1。2。3',
    '12 ETH',
  ])('never is %s', (written) => expect(cleanAmount(written)).toBeUndefined());
});

describe('an amount with its unit', () => {
  it.each([
    ['1,200 USDC', '1200'],
    ['1.200,50 USDC', '1200.50'],
    ['USDC 1200.5', '1200.5'],
    ['1200usdc', '1200'],
    [' 1 200 USDC ', '1200'],
  ])('%s is read', (written, amount) => expect(writtenWithUnit(written, 'USDC')).toBe(amount));

  it.each(['1200', '1200 USDT', '1200 USD', 'USDC', '1200 USDC USDC', 'USDC 1200 USDC', '1.20,50 USDC', 'xUSDC'])(
    '%s is none in that unit',
    (written) => expect(writtenWithUnit(written, 'USDC')).toBeUndefined(),
  );

  it.each([
    ['100', '00'],
    ['15', '1'],
    ['1,5', ',5'],
    ['51INCH', '1INCH'],
    ['USDC2100', 'USDC2'],
    ['$40', '$'],
    ['1200', ''],
  ])('%s is never shortened by a coin that is called %s', (written, symbol) =>
    expect(writtenWithUnit(written, symbol)).toBeUndefined(),
  );

  it.each([
    ['5 1INCH', '1INCH', '5'],
    ['USDC2 100', 'USDC2', '100'],
  ])('%s is read where %s stands apart', (written, symbol, amount) =>
    expect(writtenWithUnit(written, symbol)).toBe(amount),
  );

  it.each(['$1,200', 'US$1,200', '1,200 USD', 'USD 1,200', '1200$', 'usd1200'])('%s is in dollars', (written) =>
    expect(writtenDollars(written)).toBe('1200'),
  );
});

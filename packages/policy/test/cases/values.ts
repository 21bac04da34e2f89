import { centsOf } from '../../src/index.ts';

const values: Record<string, [string, number, string, string]> = {
  'one coin': ['1000000000000000000', 18, '2000', '200000'],
  'one unit of it': ['1', 18, '2000', '1'],
  nothing: ['0', 18, '2000', '0'],
  'no decimals': ['3', 0, '0.01', '3'],
  'a third of a cent': ['1', 0, '0.003333', '1'],
  'exactly a cent': ['1', 0, '0.01', '1'],
  'the smallest price': ['1', 0, '0.000000000000000001', '1'],
  'worth nothing': ['1000000000000000000000', 18, '0', '0'],
  'thirty-six decimals': ['1000000000000000000000000000000000000', 36, '1.5', '150'],
};
export const valueVectors = () =>
  Object.entries(values).map(([name, [units, decimals, price, cents]]) => {
    const got = String(centsOf(BigInt(units), decimals, price));
    if (got !== cents) throw new Error(`${name}: expected ${cents}, got ${got}`);
    return { name, units, decimals, price, cents };
  });

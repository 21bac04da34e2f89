import { expect, it } from 'vitest';
import { referenceField } from './reference.ts';

const patterns = ['^0x[0-9a-fA-F]{40}$', '^(bc|tb|bcrt)1[0-9a-z]{8,86}$', '^T[1-9A-HJ-NP-Za-km-z]{33}$'];

it('searches a pasted text in the right field, whatever networks the server has', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  expect(referenceField(hash, patterns)).toEqual({ txid: hash });
  expect(referenceField('ab'.repeat(32), patterns)).toEqual({ txid: 'ab'.repeat(32) });
  for (const address of [
    '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ]) {
    expect(referenceField(address, patterns)).toEqual({ address });
    expect(referenceField(address, [])).toEqual({ text: address });
  }
  expect(referenceField('payout-2026-11', patterns)).toEqual({ text: 'payout-2026-11' });
  expect(referenceField('x'.repeat(101), patterns)).toHaveProperty('address');
});

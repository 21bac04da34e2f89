import { expect, it } from 'vitest';
import { whyOf as why } from './why.ts';

const whyOf = (one: Parameters<typeof why>[0], words: string, worth: string | null = null) => why(one, words, worth);
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const row = {
  ...{ id: 12, type: 2, direction: 'out' as const, address_from: '0xaaaa', address_to: payee },
  ...{ amount: '40', symbol_alias: 'USDT', counterparty_label: 'Landlord', batch_name: '' },
  ...{ remark: 'May rent', note: 'Asked by phone', tags: ['Office'], request_id: 'pay-roll-9' },
  outputs: [{ address: payee, amount: '40', memo: '', label: '', remark: '' }],
};
const batch = {
  ...row,
  ...{ amount: '65', counterparty_label: '', batch_name: 'Salaries' },
  outputs: [...row.outputs, { address: other, amount: '25', memo: '', label: '', remark: '' }],
};

it('says nothing where the row shows the words by itself', () => {
  for (const words of ['landlord', 'LAND', '40', '40.00', 'usdt', '0x7099', 'dc79c8', 'landlord 40'])
    expect(whyOf(row, words), words).toBeUndefined();
  for (const words of ['salar', '65']) expect(whyOf(batch, words), words).toBeUndefined();
});

it('names what else of the row has the words, or one of them', () => {
  expect(whyOf(row, 'may')).toEqual({ field: 'remark', text: 'May rent', shown: 'between' });
  expect(whyOf(row, 'phone')).toEqual({ field: 'note', text: 'Asked by phone', shown: 'always' });
  expect(whyOf({ ...row, remark: '' }, 'phone')?.shown).toBe('between');
  expect(whyOf({ ...row, note: 'Asked by the landlord, by phone' }, 'phone')?.text).toBe('…phone');
  expect(whyOf(row, 'office')).toEqual({ field: 'tag', text: 'Office', shown: 'notWide' });
  expect(whyOf(row, 'landlord phone')?.field).toBe('note');
  expect(whyOf(row, 'A010C7')).toEqual({ field: 'address', text: '…2dc3A010C7d01b…', shown: 'always' });
  expect(whyOf(row, 'W-12')?.field).toBe('number');
  expect(whyOf(row, 'pay-roll-9')?.field).toBe('request');
});

it('of several who are paid names the amount or the address of one, and says so where only a name can be meant', () => {
  expect(whyOf(batch, '25')).toEqual({ field: 'payeeAmount', text: '25 USDT', shown: 'always' });
  expect(whyOf(batch, '0x3c44')).toEqual({ field: 'address', text: other, shown: 'always' });
  expect(whyOf(batch, 'Ann')).toEqual({ field: 'payee', text: '', shown: 'always' });
  expect(whyOf(row, 'Ann')).toBeUndefined();
});

it('says what a row is worth where dollars were searched for, and takes them for nobody’s name', () => {
  for (const words of ['$570', '570.43 usd', 'us$ 570'])
    expect(whyOf(batch, words, '570.43'), words).toEqual({ field: 'value', text: '570.43', shown: 'notWide' });
  expect(whyOf(batch, '$570')).toBeUndefined();
  expect(whyOf(batch, '570')).toBeUndefined();
  expect(whyOf(batch, 'Ann $570', '570.43')?.field).toBe('value');
  expect(whyOf(batch, '$219', '570.43')?.text).toBe('25 USDT ≈\u00a0$219.40');
  expect(whyOf(batch, '$219', null)).toBeUndefined();
});

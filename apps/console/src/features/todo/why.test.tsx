// @vitest-environment jsdom
import { todoType } from '@holdfast/contract';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { changeItem, todoItem } from '../../../test/todo-item.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { whyOf } from './why.ts';
import { WhyFound } from './why-found.tsx';

inConsole();

const one = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const output = (address: string, amount: string, label: string, remark: string) => ({
  ...{ address, amount, label, remark, memo: '' },
});
const itemOf = (payment: object, over: object = {}): TodoItem => {
  const item = todoItem(over);
  return { ...item, payment: { ...item.payment, ...payment } } as unknown as TodoItem;
};
const batch = itemOf({
  ...{ symbol: 'USDT', amount: '65', address_to: one, batch_name: 'Wages of May', payee_label: 'Ann' },
  outputs: [output(one, '40', 'Ann', 'Overtime in March'), output(other, '25', 'Bob', 'For the new office: June rent')],
});
const payment = itemOf(
  {
    ...{ symbol: 'USDT', amount: '40', worth_usd: '41', address_to: one, payee_label: 'Landlord' },
    outputs: [output(one, '40', 'Landlord', '')],
  },
  { remark: 'May rent' },
);

describe('why an item of the inbox was found', () => {
  it('is not said where its row shows the words', () => {
    for (const words of ['landlord', '40', '40.00', 'usdt', 'may', 'olivia', '$41', 'landlord 40', 'nothing of this'])
      expect(whyOf(payment, words), words).toBeUndefined();
    for (const words of ['wages', '65', 'wages olivia']) expect(whyOf(batch, words), words).toBeUndefined();
    const unlisted = itemOf({ address_to: one, outputs: [output(one, '40', '', '')] });
    for (const words of ['0x7099', 'DC79c8']) expect(whyOf(unlisted, words), words).toBeUndefined();
  });

  it('is what a row of its batch remarks, which no row of the inbox shows', () => {
    expect(whyOf(batch, 'OVERTIME in')).toEqual({ field: 'rowRemark', text: 'Overtime in March' });
    expect(whyOf(batch, 'rent')).toEqual({ field: 'rowRemark', text: '…rent' });
    expect(whyOf(batch, 'wages rent olivia')?.field).toBe('rowRemark');
    const ofOne = itemOf({ batch_name: 'Wages', outputs: [output(one, '40', '', 'June rent')] });
    expect(whyOf(ofOne, 'june')?.field).toBe('rowRemark');
    expect(whyOf(ofOne, 'wage')).toEqual({ field: 'batch', text: 'Wages' });
    // What the request itself remarks is in the row.
    expect(whyOf({ ...batch, remark: 'Overtime' }, 'overtime')).toBeUndefined();
  });

  it('is who is paid beside others, what one of them gets, a part of an address, or the number', () => {
    expect(whyOf(batch, 'bob')).toEqual({ field: 'payeeName', text: 'Bob' });
    expect(whyOf(batch, '25')).toEqual({ field: 'payeeAmount', text: '25 USDT' });
    const priced = itemOf({ ...batch.payment, worth_usd: '130' });
    expect(whyOf(priced, '$50')).toEqual({ field: 'payeeAmount', text: '25 USDT ≈\u00a0$50.00' });
    expect(whyOf(priced, '$130')).toBeUndefined();
    expect(whyOf(batch, '0x3c44')).toEqual({ field: 'address', text: other });
    // By its name a payee stands in the row without the address.
    expect(whyOf(payment, '0x7099')).toEqual({ field: 'address', text: one });
    expect(whyOf(payment, 'A010C7')).toEqual({ field: 'address', text: '…2dc3A010C7d01b…' });
    for (const words of ['7', '#7', 'W-7', 'usdt 7'])
      expect(whyOf(batch, words), words).toEqual({ field: 'number', text: '7' });
    expect(whyOf(batch, '9')).toBeUndefined();
  });

  it('is, of a change, its number alone', () => {
    const change = changeItem({}, { item_type: todoType.addressBook, remark: 'New payee' }) as unknown as TodoItem;
    expect(whyOf(change, '#7')).toEqual({ field: 'number', text: '7' });
    for (const words of ['W-7', 'payee', one]) expect(whyOf(change, words), words).toBeUndefined();
  });

  it('stands below the row in words, once something was searched for', () => {
    const { rerender } = render(<WhyFound item={batch} words="overtime" />);
    expect(screen.getByTitle('Remark of a row: Overtime in March').textContent).toBe(
      'Remark of a row: Overtime in March',
    );
    rerender(<WhyFound item={batch} words="bob" />);
    screen.getByText('One of its payees: Bob');
    for (const words of ['wages', undefined]) {
      rerender(<WhyFound item={batch} words={words} />);
      expect(screen.queryByText(/./)).toBeNull();
    }
  });
});

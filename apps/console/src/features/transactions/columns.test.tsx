// @vitest-environment jsdom
import type { TransactionRecord } from '@holdfast/contract';
import { cleanup, render } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { columnsOf } from './columns.tsx';

beforeAll(() => startI18n());
afterEach(cleanup);

const row = {
  ...{
    type: 2,
    direction: 'out',
    nft: null,
    stake: null,
    created_at: new Date(Date.now() - 3_600_000),
    initiator_name: 'Olivia',
  },
  ...{
    address_from: '0xaaaa',
    address_to: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    remark: '',
    note: '',
    batch_name: '',
  },
  outputs: [{ address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', amount: '1', memo: '', label: '', remark: '' }],
  counterparty_label: 'Landlord',
} as unknown as TransactionRecord;

/** Of the row's first column: each line with whether it is the one in bold on a tablet, and on a desk. */
function linesOf(change: Partial<TransactionRecord>) {
  const [what] = columnsOf(i18next.t, []);
  render(<div>{what?.cell({ ...row, ...change })}</div>);
  const isBold = ({ className }: Element, screen: 'tablet' | 'desk'): boolean =>
    screen === 'tablet'
      ? className.includes('font-medium') && !className.includes('lg:font-medium')
      : className.includes('font-medium') && !className.includes('lg:hidden');
  return [...document.querySelectorAll('.truncate')].map((line) => [
    line.textContent?.replace(/ago.*|just now.*/, ''),
    isBold(line, 'tablet'),
    isBold(line, 'desk'),
  ]);
}

it('says in its state that its asker has still to sign, and who that is', async () => {
  await loadNamespaces([laterTexts]);
  const waiting = { ...row, status: 1000, awaits_initiator: true, initiator: 'm-1' } as TransactionRecord;
  const state = columnsOf(i18next.t, []).find(({ key }) => key === 'status');
  render(<div>{state?.cell(waiting)}</div>);
  expect(document.body.textContent).toBe('Olivia to sign');
  cleanup();
  render(<div>{state?.cell({ ...waiting, awaits_initiator: false })}</div>);
  expect(document.body.textContent).toBe('Awaiting approval');
});

it('on a tablet names whom a row pays first and in bold, and what it is quietly below; on a desk, where that has a column, what it is', () => {
  expect(linesOf({}).slice(0, 2)).toEqual([
    ['Landlord', true, false],
    ['Withdrawal', false, true],
  ]);
  cleanup();
  expect(linesOf({ counterparty_label: '' })[0]?.slice(1)).toEqual([true, false]);
  expect(document.body.textContent).toContain('0x8ba1…DBA72'.slice(0, 6));
  cleanup();
  // What pays nobody is called what it is.
  expect(linesOf({ counterparty_label: '', address_to: '' })[0]).toEqual(['Withdrawal', true, true]);
});

it('of a row that pays several it says how many, with the first of them as a hint, and none of them as if paid alone', async () => {
  await loadNamespaces([laterTexts]);
  const outputs = ['0x8ba1f109551bD432803012645Ac136ddd64DBA72', '0xbbbb'].map((address) => ({
    ...{ address, amount: '1', memo: '', label: '', remark: '' },
  }));
  expect(linesOf({ outputs }).slice(0, 2)).toEqual([
    ['2 payees', true, false],
    ['Withdrawal · Landlord and 1 more', false, true],
  ]);
  cleanup();
  const other = columnsOf(i18next.t, []).find(({ key }) => key === 'counterparty');
  render(<div>{other?.cell({ ...row, outputs })}</div>);
  expect(document.body.textContent).toBe('2 payeesLandlord and 1 more');
  expect(document.querySelector('[title]')?.getAttribute('title')).toContain('\n0xbbbb');
  cleanup();
  // Of a batch its name, with how many it pays.
  expect(linesOf({ outputs, batch_name: 'Wages of May' }).slice(0, 2)).toEqual([
    ['Wages of May', true, false],
    ['Withdrawal · 2 payees', false, true],
  ]);
  cleanup();
  // What nobody signs takes no payee's place.
  expect(linesOf({ batch_name: 'Landlord of ours' })[0]).toEqual(['Landlord', true, false]);
});

/** What a phone draws of a row: every column that has room there. */
function onAPhone(change: Partial<TransactionRecord>, shown: Parameters<typeof columnsOf>[2] = {}): string {
  cleanup();
  const columns = columnsOf(i18next.t, [], shown).filter(({ from }) => from === undefined);
  render(
    <div>{columns.map(({ key, cell, phone = cell }) => phone && <p key={key}>{phone({ ...row, ...change })}</p>)}</div>,
  );
  return (document.body.textContent ?? '').replace('1 hr. ago', 'lately');
}

it('on a phone tells all of a row once, amount and state right behind the line beside which they stand', async () => {
  await loadNamespaces([laterTexts]);
  const facts = { amount: '1234567.123456', symbol_alias: 'USDC', status: 2000, remark: 'Rent of May' };
  expect(onAPhone(facts)).toBe('Landlord−1,234,567.123456 USDCWithdrawalCompletedlately\u00a0·\u00a0OliviaRent of May');
  const outputs = ['0xaaaa', '0xbbbb'].map((address) => ({ address, amount: '1', memo: '', label: '', remark: '' }));
  expect(onAPhone({ ...facts, outputs, batch_name: 'Wages', remark: '' })).toBe(
    'Wages−1,234,567.123456 USDC2 payeesCompletedlately\u00a0·\u00a0Olivia',
  );
  // What has no other side is called what it is, and its time stands beside its state.
  expect(onAPhone({ ...facts, counterparty_label: '', address_to: '', initiator_name: '', remark: '' })).toBe(
    'Withdrawal−1,234,567.123456 USDClatelyCompleted',
  );
  // By value that stands below the amount.
  expect(onAPhone({ ...facts, worth_usd: '1234567.12' }, { by: 'value' })).toContain(
    'Withdrawal$1,234,567.12Completed',
  );
});

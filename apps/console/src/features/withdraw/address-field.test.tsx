// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { entry } from '../../../test/book-entry.ts';
import { answers } from '../../../test/order-forms.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();
beforeEach(() => useSession.setState({ walletId: 1, subWalletId: 1, userName: 'Ada' }));

const pressEscape = (): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
const asks = () => screen.queryByRole('alertdialog', { name: 'Leave this payment?' });

const acme = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The field before anything is written, with one payee in the address book. */
async function emptyField() {
  const none = () => ({ data: { pageTotal: 0, total: 0, list: [] } });
  serve({
    ...answers,
    'addressBook.withdrawList': () => ({ data: { pageTotal: 1, total: 1, list: [entry('Acme', acme)] } }),
    'personalBook.list': none,
  });
  await open('/mpc/wallet?d=withdraw:ETH');
  const field = await screen.findByRole('textbox', { name: 'Recipient' });
  return { field, offers: () => screen.queryByRole('region', { name: 'Address book' }) };
}

it('an empty recipient offers who can be paid as soon as somebody goes there, and takes nothing away from what stands below', async () => {
  const { field, offers } = await emptyField();
  expect(offers()).toBeNull();
  field.focus();
  fireEvent.focus(field);
  const payee = await screen.findByRole('button', { name: /Acme/ });
  // Over the form, in which nothing moves.
  expect(offers()?.closest('.absolute')).toBeTruthy();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(payee);
  fireEvent.click(payee);
  expect((field as HTMLInputElement).value).toBe(acme);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }));
  await waitFor(() => expect(offers()).toBeNull());
});

it('Escape takes the offer away and nothing else, and whoever leaves the field sees it no more', async () => {
  const { field, offers } = await emptyField();
  field.focus();
  fireEvent.focus(field);
  (await screen.findByRole('button', { name: /Acme/ })).focus();
  // What listens to Escape begins just after the list is drawn.
  await act(() => Promise.resolve());
  pressEscape();
  expect(offers()).toBeNull();
  expect([document.activeElement, asks()]).toEqual([field, null]);
  fireEvent.blur(field);
  fireEvent.focus(field);
  await waitFor(() => expect(offers()).toBeTruthy());
  fireEvent.blur(field, { relatedTarget: screen.getByRole('textbox', { name: 'Amount' }) });
  expect(offers()).toBeNull();
});

it('Escape closes the address book alone, from wherever in it one is, and leads back to its button', async () => {
  const none = () => ({ data: { pageTotal: 0, total: 0, list: [] } });
  serve({ ...answers, 'addressBook.withdrawList': none, 'personalBook.list': none });
  const router = await open('/mpc/wallet?d=withdraw:ETH');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), { target: { value: '1' } });
  const button = screen.getByRole('button', { name: 'Address book', expanded: false });
  for (const place of ['searchbox', 'button'] as const) {
    fireEvent.click(button);
    const search = await screen.findByRole('searchbox', { name: 'Label, address or beneficiary' });
    (place === 'searchbox' ? search : button).focus();
    pressEscape();
    expect(screen.queryByRole('searchbox', { name: 'Label, address or beneficiary' })).toBeNull();
    expect(document.activeElement).toBe(button);
  }
  expect(asks()).toBeNull();
  expect(router.state.location.search).toHaveProperty('d');
  pressEscape();
  await waitFor(() => expect(asks()).toBeTruthy());
});

/** The form, while a change would list Acme and nobody is listed. */
async function whileProposed() {
  const none = () => ({ data: { pageTotal: 0, total: 0, list: [] } });
  const change = {
    ...{ audit_id: 4, status: 0, added: 1, removed: 0, payee: 'Acme Supplies', mode: '', token: null },
    ...{ initiator: 'm', initiator_name: 'Ann', remark: '', created_at: new Date(), expire_at: new Date() },
  };
  serve({
    ...answers,
    ...{ 'addressBook.withdrawList': none, 'personalBook.list': none },
    'addressBook.auditList': () => ({ data: { pageTotal: 1, total: 1, list: [change] } }),
  });
  return open('/mpc/wallet?d=withdraw:ETH');
}

it('of a name that a change would list, it says so, and not that nobody is called so', async () => {
  const router = await whileProposed();
  fireEvent.change(await screen.findByRole('textbox', { name: 'Recipient' }), { target: { value: 'acme' } });
  await screen.findByText('Acme Supplies');
  expect(screen.queryByText('Nobody in the address book is called that')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'See the change' }));
  await waitFor(() => expect(JSON.stringify(router.state.location.search)).toContain('bookChange:4'));
});

it('the address book’s own field stays while it says so', async () => {
  await whileProposed();
  fireEvent.click(await screen.findByRole('button', { name: 'Address book', expanded: false }));
  const search = await screen.findByRole('searchbox', { name: 'Label, address or beneficiary' });
  fireEvent.change(search, { target: { value: 'acme' } });
  await screen.findByText('Acme Supplies');
  expect(screen.getByRole('searchbox', { name: 'Label, address or beneficiary' })).toBe(search);
});

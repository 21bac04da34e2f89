// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answers } from '../../../test/order-forms.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();
beforeEach(() => useSession.setState({ walletId: 1, subWalletId: 1, userName: 'Ada' }));

const pressEscape = (): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
const asks = () => screen.queryByRole('alertdialog', { name: 'Leave this payment?' });

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

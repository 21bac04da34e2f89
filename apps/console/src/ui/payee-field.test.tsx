// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { entry } from '../../test/book-entry.ts';
import { inConsole } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';
import { loadNamespaces } from '../lib/i18n.ts';
import { queryClient } from '../lib/query.ts';
import { PayeeField } from './payee-field.tsx';

const address = '0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1';
const coin = { symbol: 'ETH', chain_id: 'evm:31337', contract_address: '' };
const known = {
  ...{ valid: true, address, reason: '', network: '', token: '', is_contract: false, is_own: null, gathers: false },
  ...{ is_white: false, white_id: '', white_label: '', white_from: null, white_change: null, need_memo: false },
  ...{ first_time: false, last_used_at: null, similar_to: [] },
};

inConsole();

async function show(value: string, over: Partial<Record<keyof typeof known, unknown>> = {}): Promise<void> {
  await loadNamespaces(['whiteAddress']);
  serve({
    'withdraw.addressInfo': () => ({ data: { ...known, ...over } }),
    'withdraw.addressName': () => ({ data: { name: 'acme.eth', address, register: true } }),
    'addressBook.withdrawList': () => ({ data: { total: 0, pageTotal: 0, list: [] } }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <PayeeField label="To" error={undefined} value={value} coin={coin} payer={1} onValue={() => undefined} />
    </QueryClientProvider>,
  );
}

it('a pasted address that the book has and that cools down is told with the time from which it is listed', async () => {
  await show(address, { white_id: 'w1', white_label: 'Acme', white_from: new Date('2026-12-01T10:00:00Z') });
  await screen.findByText('Acme');
  screen.getByText(/^It still cools down: the signers take it for listed from \S/);
});

it('a name that nobody has is said to be none while it is written', async () => {
  await show('Nobody Here');
  await screen.findByText('Nobody in the address book is called that');
});

it('the name that a network has registered stands beside the address, and the address of a name whole', async () => {
  await show(address);
  await screen.findByText('acme.eth');
  cleanup();
  await show('acme.eth');
  await screen.findByText(/is registered for this address/);
});

it('an empty field offers who is listed once somebody goes there, and nothing where nobody is', async () => {
  await loadNamespaces(['whiteAddress']);
  const list = [entry('Acme', address)];
  serve({ 'addressBook.withdrawList': () => ({ data: { total: 1, pageTotal: 1, list } }) });
  const onValue = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <PayeeField label="To" error={undefined} value="" coin={coin} payer={1} onValue={onValue} />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('button', { name: /Acme/ })).toBeNull();
  screen.getByRole('textbox').focus();
  fireEvent.click(await screen.findByRole('button', { name: /Acme/ }));
  expect(onValue).toHaveBeenCalledWith(address, '');
});

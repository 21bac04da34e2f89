// @vitest-environment jsdom

import { type ErrorName, errorEntry } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { ChainNotices } from './chain-notices.tsx';

inConsole();

const coin = { symbol: 'USDC', chain_id: 'evm:1', contract_address: '0xc', reason: 'the chain holds 5 less' };
const refusal = (name: ErrorName) => ({ code: errorEntry(name).code, msg: name, data: null });

function show(permissions: readonly string[], answers: ReturnType<typeof refusal>[]) {
  const asked: URLSearchParams[] = [];
  serve({
    'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: false } }),
    'transaction.chains': () => ({ data: { list: [], frozen: [{ ...coin, created_at: new Date(1) }] } }),
    'transaction.unfreeze': (form) => {
      asked.push(form);
      return answers.shift() ?? { data: {} };
    },
    'session.stepUp': () => ({
      data: { open_token: 'token-2', expires_at: new Date(0), step_up_until: new Date(0) },
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ChainNotices />
    </QueryClientProvider>,
  );
  return asked;
}
it('a coin whose books and chain differ is let go on by whoever sees to the installation, once both agree', async () => {
  const asked = show(['setup.manage'], [refusal('transfersSuspended'), refusal('stepUpRequired')]);
  await screen.findByText('the chain holds 5 less');
  const lift = { name: 'Compare again and let transfers go on' };
  fireEvent.click(await screen.findByRole('button', lift));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  fireEvent.click(screen.getByRole('button', lift));
  fireEvent.change(await screen.findByLabelText('Authenticator code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  const { reason: _, ...named } = coin;
  expect(Object.fromEntries(asked[2] ?? [])).toEqual(named);
});

it('and is only told of to others', async () => {
  show([], []);
  await screen.findByText('the chain holds 5 less');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();
});

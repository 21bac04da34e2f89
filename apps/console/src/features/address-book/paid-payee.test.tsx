// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { PaidPayee } from './paid-payee.tsx';

inConsole();

const paid = { address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', amount: '1', memo: '7' };
function show(outputs: readonly object[], { id = '7', refunds = null as number | null } = {}) {
  serve({});
  const query = apiQuery('transaction', 'detail', { type: 2, id: 7 });
  queryClient.setQueryData(query.queryKey, { outputs, refunds, evidence: { chain_id: 'evm:1' } } as never);
  const taken = vi.fn(() => 'form');
  render(
    <QueryClientProvider client={queryClient}>
      <PaidPayee id={id}>{taken}</PaidPayee>
    </QueryClientProvider>,
  );
  return taken;
}

it('the payee of a payment is taken from the payment, with network and memo, and has no name yet', () => {
  const payee = { label: '', address: paid.address, memo: '7', chains: ['evm:1'], symbols: [] };
  expect(show([paid])).toHaveBeenCalledWith(payee);
});

it.each([
  ['a payment of several', [paid, paid], {}],
  ['a refund', [paid], { refunds: 3 }],
  ['no number', [paid], { id: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }],
])('there is none of %s', (_of, outputs, other) => {
  expect(show(outputs, other)).not.toHaveBeenCalled();
  expect(screen.getByRole('heading')).toBeTruthy();
});

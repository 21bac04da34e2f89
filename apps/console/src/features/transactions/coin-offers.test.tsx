// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { TransactionOffers } from './transaction-offers.tsx';

inConsole();

it('offers the coin that is typed beside those that are filtered by, and takes it out of the search', async () => {
  await loadNamespaces([laterTexts]);
  serve({});
  const onChange = vi.fn();
  const coins = [
    { id: 'USDC@evm:1@0xa', name: 'USDC · Ethereum' },
    { id: 'USDC@evm:8453@0xb', name: 'USDC · Base' },
    { id: 'ETH@evm:1@', name: 'ETH' },
  ];
  render(
    <QueryClientProvider client={queryClient}>
      <SearchBox value={undefined} label="Search" onSearch={() => undefined}>
        {(box) => (
          <TransactionOffers box={box} filter={{ symbol: 'USDC@evm:1@0xa' }} coins={coins} onChange={onChange} />
        )}
      </SearchBox>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'usdc' } });
  const offers = screen.getAllByRole('button', { name: /USDC/ });
  expect(offers.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('USDC · Base')]);
  fireEvent.click(offers[0] as HTMLElement);
  expect(onChange).toHaveBeenCalledWith({ symbol: 'USDC@evm:1@0xa,USDC@evm:8453@0xb', q: undefined });
});

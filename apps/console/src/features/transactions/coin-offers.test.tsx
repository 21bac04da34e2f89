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

it('offers the coin, the network or the span of values that is typed, and takes it out of the search', async () => {
  await loadNamespaces([laterTexts]);
  serve({});
  const onChange = vi.fn();
  const coins = [
    { id: 'USDC@evm:1@0xa', name: 'USDC · Ethereum' },
    { id: 'USDC@evm:8453@0xb', name: 'USDC · Base' },
    { id: 'ETH@evm:1@', name: 'ETH' },
  ];
  const networks = [
    { id: 'evm:1', name: 'Ethereum' },
    { id: 'evm:8453', name: 'Base' },
  ];
  render(
    <QueryClientProvider client={queryClient}>
      <SearchBox value={undefined} label="Search" onSearch={() => undefined}>
        {(box) => (
          <TransactionOffers
            box={box}
            filter={{ symbol: 'USDC@evm:1@0xa' }}
            coins={coins}
            networks={networks}
            onChange={onChange}
          />
        )}
      </SearchBox>
    </QueryClientProvider>,
  );
  const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
  type('usdc');
  const offers = screen.getAllByRole('button', { name: /USDC/ });
  expect(offers.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('USDC · Base')]);
  fireEvent.click(offers[0] as HTMLElement);
  expect(onChange).toHaveBeenLastCalledWith({ symbol: 'USDC@evm:1@0xa,USDC@evm:8453@0xb', q: undefined });
  type('base');
  fireEvent.click(screen.getByRole('button', { name: 'Network: Base' }));
  expect(onChange).toHaveBeenLastCalledWith({ net: 'evm:8453', q: undefined });
  type('> 1,000');
  fireEvent.click(screen.getByRole('button', { name: 'Value: ≥ $1,000' }));
  expect(onChange).toHaveBeenLastCalledWith({ worth: '1000-', q: undefined });
});

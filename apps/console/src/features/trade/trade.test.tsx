// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { showDrawer } from '../../../test/drawer.tsx';
import { listed } from '../../../test/listed-order.ts';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';

import { queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import { SwapForm } from './swap-form.tsx';
import { SwapQuote } from './swap-quote.tsx';
import { daysOf, type Swapped, slippages, statusOf } from './view.ts';

const limits = { usual_slippage: 50, most_slippage: 500, warned_impact: 200, most_impact: 1_000, quote_seconds: 60 };
const quote = {
  ...{ quote_id: '3b241101-e2bb-4255-8caf-4136c566a962', provider: 'Uniswap V2', route: ['USDC', 'ETH'] },
  pool_fees: [3_000],
  ...{ from_symbol: 'USDC', to_symbol: 'ETH', pay_amount: '300', max_pay_amount: '300' },
  ...{ receive_amount: '0.095', min_receive_amount: '0.0945', price: '0.000316', price_impact: 250 },
  ...{ fee_symbol: 'ETH', fees: [], router: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431', expire_at: new Date(0) },
  fail_at: new Date(86_400_000),
  need_approve: { spender: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431', allowance: '0', enough: false },
};
const info = { symbol: 'USDC', ...quote.need_approve, amount: '300', order: null };
const none = () => undefined;
const pushed: string[][] = [];
const drawers = { stack: [], push: (...all: string[]) => void pushed.push(all), pop: none, replace: none, close: none };
const ask = {
  ...{ sub_wallet_id: 1 as never, main_chain_symbol: 'evm:31337' },
  ...{ from_contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', to_contract: '', amount: '300', slippage: 50 },
  provider: undefined,
};
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <SwapQuote limits={limits} ask={ask} requestId={'5'.repeat(32)} onRenew={none} onDone={none} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
const taken = { withdraw_id: 7, status: 1000, need_sign: true, duplicated: false, approval_url: '' };

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['trade']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  pushed.length = 0;
});

describe('a quote', () => {
  it('says the minimum and warns of a price that the swap moves, and has exactly so much allowed first', async () => {
    const asked: unknown[] = [];
    serve({
      'trade.price': () => ({ data: quote }),
      'trade.approveInfo': () => ({ data: info }),
      'trade.createApprove': (input: unknown) => {
        asked.push(input);
        return { data: taken };
      },
    } as never);
    open();
    await waitFor(() => expect(screen.getByTestId('minimum').textContent).toBe('0.0945 ETH'));
    expect(screen.getByText(/moves the price by 2\.5 %/)).toBeTruthy();
    expect(screen.getByText(/USDC → 0\.3 % → ETH/)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Allow 300 USDC' }));
    await waitFor(() => expect(pushed).toEqual([['approve', '7']]));
    expect(asked).toHaveLength(1);
  });

  it('whose answer was lost goes on with its order once that is found, and says no more of it', async () => {
    const seen = serve({
      'trade.price': () => ({ data: quote }),
      'trade.approveInfo': () => ({ data: info }),
      'trade.createApprove': () => 'broken',
      'transaction.list': (form) => listed(12, form.get('request_id')),
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Allow 300 USDC' }));
    await waitFor(() => expect(pushed).toEqual([['approve', '12']]));
    await waitFor(() => expect(screen.queryByText(/It is not known whether/)).toBeNull());
    const looked = seen.filter(({ path }) => path.endsWith('/transaction/list'));
    expect(new Set(looked.map(({ form }) => form.get('request_id')))).toEqual(new Set(['5'.repeat(32)]));
  });

  it('of a service is named, and says that it fails soon', async () => {
    const written = { ...quote, provider: '0x', pool_fees: [], fail_at: new Date(600_000), need_approve: null };
    serve({ 'trade.price': () => ({ data: written }) } as never);
    open();
    expect(await screen.findByText('0x · USDC → ETH')).toBeTruthy();
    expect(screen.getByText(/0x wrote this swap/)).toBeTruthy();
  });

  it('is no swap yet while its allowance is under way, even where the chain says that it is there', async () => {
    serve({
      'trade.price': () => ({ data: { ...quote, need_approve: { ...quote.need_approve, enough: true } } }),
      'trade.approveInfo': () => ({ data: { ...info, enough: true, order: { withdraw_id: 9, status: 1200 } } }),
    } as never);
    open();
    await waitFor(() => expect(screen.getByText(/allowance is under way/)).toBeTruthy());
    expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull();
  });
});

it('sums up what was paid and received by day, of swaps that were made and have a price', () => {
  const one = (day: number, status: number, pay_usd: string): Swapped =>
    ({ status, created_at: new Date(2026, 10, day, 12), pay_usd, receive_usd: pay_usd }) as Swapped;
  const days = daysOf([one(2, 2000, '5'), one(1, 2000, '2'), one(2, 2000, '7'), one(1, 2410, '9'), one(1, 2000, '')]);
  expect(days.map(({ paid, received }) => [paid, received])).toEqual([
    [2, 2],
    [12, 12],
  ]);
});

it('tells a price that moved too far from other failures, and offers no slippage beyond the bound', () => {
  expect([statusOf(2410).name, statusOf(2400).name, statusOf(2200).name, statusOf(1200).name]).toEqual([
    ...['slippage', 'failed', 'ended', 'paying'],
  ]);
  expect(slippages({ most_slippage: 100 })).toEqual([10, 50, 100]);
});

describe('what is paid', () => {
  const usdc = {
    ...{ symbol: 'USDC', name: 'USD Coin', chain_id: 'evm:31337', coin_net: 'Ethereum', base_symbol: 'ETH' },
    ...{ contract_address: ask.from_contract, decimals: 6, balance: '1250', price_usd: '' },
  };
  const eth = { ...usdc, symbol: 'ETH', name: 'Ether', contract_address: '', decimals: 18, balance: '4' };
  it.each([
    ['99,999', 'You have 1,250 USDC'],
    ['0.0000001', 'USDC has at most 6 decimals'],
    ['1e3', 'Enter an amount'],
  ])('is at fault as %s, and no quote is asked for', async (keys, fault) => {
    const seen = serve({
      'trade.hotCoin': () => ({ data: { list: [usdc, eth] } }),
      'trade.crossCoins': () => ({ data: { list: [eth] } }),
      'trade.price': () => ({ data: { ...quote, need_approve: null } }),
    } as never);
    const network = { chain_id: 'evm:31337', coin_net: 'Ethereum', base_symbol: 'ETH', providers: ['Uniswap V2'] };
    showDrawer(<SwapForm wallet={1} network={network} limits={limits} />, drawers);
    const field = await screen.findByRole('textbox', { name: 'You pay' });
    fireEvent.change(field, { target: { value: keys } });
    expect((await screen.findByRole('alert')).textContent).toBe(fault);
    // One that can be paid is quoted after the same pause: nothing was asked before it.
    await new Promise((done) => setTimeout(done, 600));
    fireEvent.change(field, { target: { value: '1,250' } });
    await screen.findByTestId('quote');
    const quoted = seen.filter(({ path }) => path === '/api/mpc/swap/price').map(({ form }) => form.get('amount'));
    expect(quoted).toEqual(['1250']);
  });
});

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../../test/server.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import StakeSection from './stake-section.tsx';

const account = {
  chain_id: 'tron:devnet',
  coin_net: 'Tron',
  symbol: 'TRX',
  address: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8',
  bandwidth: { free: { limit: '600', used: '345' }, staked: { limit: '20', used: '0' } },
  energy: { limit: '47368', used: '1000' },
  staked: { bandwidth: '20', energy: '5000' },
  delegated_out: { bandwidth: '0', energy: '50' },
  delegated_in: { bandwidth: '0', energy: '1.5' },
  unfreezing: [{ resource: 'energy', amount: '7', free_at: new Date(0) }],
  unfrozen: '7',
  delegations: [{ to: 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE', resource: 'energy', amount: '50', locked_until: null }],
};
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <StakeSection subWalletId={1} />
    </QueryClientProvider>,
  );
beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

describe('the wallet page of an account with resources', () => {
  it('shows what there is of bandwidth and energy, what is staked and delegated, and when what unfreezes is free', async () => {
    serve({ 'stake.accounts': () => ({ data: { list: [account] } }) });
    open();
    await screen.findByText('Resources and stake on Tron');
    const text = document.body.textContent;
    for (const told of [
      'Free bandwidth345 of 600 used',
      'Bandwidth of stake0 of 20 used',
      'Energy1,000 of 47,368 used',
      'StakedBandwidth 20 TRX · Energy 5,000 TRX',
      'Delegated to it',
      'Can be withdrawn7 TRX',
    ])
      expect(text).toContain(told);
    expect(text).toContain('Unfreezing');
  });

  it('says in words that an account has none yet', async () => {
    const none = { limit: '0', used: '0' };
    const unpaid = { ...account, bandwidth: { free: none, staked: none }, energy: none };
    serve({ 'stake.accounts': () => ({ data: { list: [unpaid] } }) });
    open();
    await screen.findByText('Resources and stake on Tron');
    const text = document.body.textContent;
    for (const told of ['Free bandwidthNone yet', 'Bandwidth of stakeNone yet', 'EnergyNone yet'])
      expect(text).toContain(told);
  });

  it('is as it was where no chain has any', async () => {
    serve({ 'stake.accounts': () => ({ data: { list: [] } }) });
    const { container } = open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(container.textContent).toBe('');
  });
});

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { usePermission } from './permission.ts';
import { queryClient } from './query.ts';

function Answers(): ReactNode {
  const all = {
    workspace: usePermission('withdraw.create'),
    own: usePermission('withdraw.create', 7),
    elsewhere: usePermission('withdraw.create', 8),
    anywhere: usePermission('withdraw.create', 'anywhere'),
    known: usePermission('wallet.read'),
  };
  const held = Object.entries(all).flatMap(([name, may]) => (may ? [name] : []));
  return <p>{held.join(' ')}</p>;
}

/** Where whoever holds these in the workspace, and those in sub-wallet 7, may withdraw. */
async function heldBy(permissions: string[], there: string[]): Promise<string> {
  serve({
    'user.permissions': () => ({
      data: { permissions, sub_wallets: [{ sub_wallet_id: 7, permissions: there }], fund_open: true },
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Answers />
    </QueryClientProvider>,
  );
  return (await screen.findByText(/known/)).textContent ?? '';
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a viewer who is operator of one sub-wallet is shown a payment there, and where one is still to be chosen', async () => {
  expect(await heldBy(['wallet.read'], ['wallet.read', 'withdraw.create'])).toBe('own anywhere known');
});

it('an operator who is a viewer of one sub-wallet is shown it everywhere but there', async () => {
  expect(await heldBy(['wallet.read', 'withdraw.create'], ['wallet.read'])).toBe('workspace elsewhere anywhere known');
});

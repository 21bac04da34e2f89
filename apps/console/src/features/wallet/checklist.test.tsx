// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import Checklist from './checklist.tsx';

const push = vi.fn();
const drawers = { stack: [], push, pop: vi.fn(), replace: vi.fn(), close: vi.fn() };

function show(requireTwo: { readonly wallet?: string }, invite: object = { done: true }): void {
  serve({
    'user.permissions': () => ({ data: { permissions: ['onboarding.read'], sub_wallets: [], fund_open: false } }),
    'onboarding.status': () => ({
      data: {
        steps: [
          { step: 'fund', done: true },
          { step: 'invite', ...invite },
          { step: 'requireTwo', done: false, ...requireTwo },
          { step: 'whitelist', done: false },
        ],
      },
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <Checklist />
      </DrawersProvider>
    </QueryClientProvider>,
  );
}

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  push.mockClear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('whoever has joined is admitted next, by name, and not invited once more', async () => {
  show({}, { done: false, waits: { item_id: 4, name: 'Olga' } });
  await screen.findByText('Olga has joined and waits to be admitted.');
  screen.getByRole('button', { name: 'Admit Olga' }).click();
  expect(push).toHaveBeenCalledWith('approve', 'p4');
});

it.each([
  [{}, '*'],
  [{ wallet: '*' }, '*'],
  [{ wallet: '7' }, '7'],
])('two people are asked for in the flow that lets somebody pay alone: %j', async (given, wallet) => {
  show(given);
  (await screen.findByRole('button', { name: 'Ask for two people' })).click();
  expect(push).toHaveBeenCalledWith('rule', 'basic', wallet, 'anyTwo');
});

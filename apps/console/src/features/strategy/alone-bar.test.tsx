// @vitest-environment jsdom
import { policyHash, policyText } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import AloneBar from './alone-bar.tsx';

const push = vi.fn();
const drawers = { stack: [], push, pop: vi.fn(), replace: vi.fn(), close: vi.fn() };

const flow = { kind: 'sign' as const, name: 'Release', approvers: ['m-ada', 'm-bob'] };
const rules = (signProtection: 'on' | 'off', threshold: string, people = [ada, bob]) =>
  policyOf(people, { strategies: [{ wallet: '*', signProtection, nodes: [{ ...flow, threshold }] }] });

function show(policy: ReturnType<typeof rules>, solo_mode = false, permissions = ['strategy.edit']) {
  const document = policyText(policy);
  const wallet = { wallet_id: 1, wallet_name: 'N', role: 1, role_name: 'owner', member_id: 'm-ada', status: 1 };
  const person = {
    user_id: 1,
    nick_name: 'Ada',
    email: 'a@b.c',
    language: '',
    timezone: '',
  };
  const rest = { google_status: true, passkey_count: 1, last_login_at: null, single_host: false };
  const seen = serve({
    'user.info': () => ({
      data: { ...person, ...rest, solo_mode, step_up_until: new Date(), wallets: [{ ...wallet, expire_time: null }] },
    }),
    'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: false } }),
    'strategy.policy': () => ({ data: { version: '1', hash: policyHash(policy), document, solo_mode } }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <AloneBar />
      </DrawersProvider>
    </QueryClientProvider>,
  );
  return seen;
}

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('says in red who still pays alone, and leads to two approvals', async () => {
  show(rules('off', '1'));
  expect((await screen.findByRole('alert')).textContent).toContain('Ada can still pay alone');
  (await screen.findByRole('button', { name: 'Require two approvals' })).click();
  expect(push).toHaveBeenCalledWith('rule', 'basic', '*', 'anyTwo');
});

it('says it to whoever may not change the rules too, without the way', async () => {
  show(rules('off', '1'), false, []);
  expect((await screen.findByRole('alert')).textContent).toContain('Ada can still pay alone');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();
});

it('is gone where two have to approve, and never there for somebody who is alone', async () => {
  const seen = show(rules('off', '2'));
  await waitFor(() => expect(seen.some(({ path }) => path.includes('strategy'))).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  queryClient.clear();
  show(rules('off', '1', [ada]), true);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('alert')).toBeNull();
});

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useRuleName } from './use-rule-name.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Said({ rule }: { rule: TodoItem['rule'] }): ReactNode {
  return <p>{useRuleName()(rule)}</p>;
}

it.each([
  [{ level: 'workspace', id: 'keyMaterial', name: '' }, 'Workspace rule: Key material'],
  [{ level: 'workspace', id: 'members,strategies', name: '' }, 'Workspace rule: Team, Rules'],
  [{ level: 'workspace', id: 'ofTomorrow', name: '' }, 'Rules of the workspace'],
  [{ level: 'basic', id: '2', name: '' }, 'Basic rule of Payroll'],
  [{ level: 'basic', id: '*', name: '' }, 'Default rule of all wallets'],
  [{ level: 'senior', id: 'r-1', name: 'Large payments' }, 'Large payments'],
] as const)('says which rule asks by the names that people know: %o', async (rule, text) => {
  useSession.setState({ token: 'token', walletId: 1 });
  const list = [{ id: 2, name: 'Payroll', type: 1, status: 1 }];
  serve({ 'wallet.allSubWallets': () => ({ data: { list, total: 1 } }) });
  render(
    <QueryClientProvider client={queryClient}>
      <Said rule={rule} />
    </QueryClientProvider>,
  );
  await screen.findByText(text);
});

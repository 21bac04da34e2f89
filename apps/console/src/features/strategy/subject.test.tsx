// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { OpenProposals } from './open-proposals.tsx';
import { useSubjectText } from './subject.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Said({ subject }: { subject: Readonly<Record<string, string>> }): ReactNode {
  return <p>{useSubjectText()(subject)}</p>;
}

const wallets = {
  'wallet.allSubWallets': () => ({ data: { list: [{ id: 2, name: 'Payroll', type: 1, status: 1 }], total: 1 } }),
};

it.each([
  [{ action: 'workspaceSave', op: 'keyMaterial' }, 'Workspace rule for Key material'],
  [{ action: 'basicSave', wallet: '*' }, 'Default rule of all wallets'],
  [{ action: 'basicDelete', wallet: '2' }, 'Basic rule of Payroll removed'],
  [{ action: 'basicSave', wallet: '9' }, 'Basic rule of 9'],
  [{ action: 'unfreeze' }, 'The signers sign again'],
])('says what a proposal is about by the names that people know: %o', async (subject, text) => {
  useSession.setState({ token: 'token', walletId: 1 });
  serve(wallets);
  render(
    <QueryClientProvider client={queryClient}>
      <Said subject={subject} />
    </QueryClientProvider>,
  );
  await screen.findByText(text);
});

it('asks for the changes of rules that wait by their types, however much else waits', async () => {
  const seen = serve({ ...wallets, 'todo.list': () => ({ code: 100001, msg: 'not now' }) });
  render(
    <QueryClientProvider client={queryClient}>
      <OpenProposals />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => {
    const types = seen.filter(({ path }) => path === '/api/mpc/todo/list').map(({ form }) => form.get('item_type'));
    expect(new Set(types)).toEqual(new Set(['6', '7']));
  });
});

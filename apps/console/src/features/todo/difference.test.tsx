// @vitest-environment jsdom
import { policyText } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { changeItem } from '../../../test/todo-item.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import Difference from './difference.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts, 'tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('says why the initiator may approve, where the second member comes with that, and of no other change', async () => {
  const alone = policyOf([ada]);
  const open = alone.strategies.map((flow) => ({ ...flow, signProtection: 'off' as const }));
  const why = /^Why the initiator may approve now: with one member only, the asker approves their own requests anyway/;
  const show = async (members: (typeof ada.member)[]): Promise<void> => {
    const next = { ...alone, version: '2', members, strategies: open };
    const item = changeItem({ kind: 'policy' }, { base: policyText(alone), document: policyText(next) });
    serve({ 'todo.info': () => ({ data: item }), 'wallet.allSubWallets': () => ({ data: { list: [], total: 0 } }) });
    render(
      <QueryClientProvider client={queryClient}>
        <Difference item={item as never} />
      </QueryClientProvider>,
    );
    await screen.findByText(/initiator may approve/, { selector: 'p' });
  };
  await show([ada.member, bob.member]);
  await screen.findByText(why);
  cleanup();
  queryClient.clear();
  await show([ada.member]);
  expect(screen.queryByText(why)).toBeNull();
});

it('says of a payee that is listed from when on the signers take it for that, as long as it cools down', async () => {
  const show = async (listed_from: Date | null): Promise<void> => {
    const payee = { address: '0x1', memo: '', label: 'Supplier', chains: ['evm:1'], symbols: [] };
    const add = [{ ...payee, listed_from }];
    const rest = { audit_id: 7, status: 1, initiator: 'a', initiator_name: 'Ann', remark: '', remove: [], tokens: [] };
    const signed = { mode: null, nodes: [], decisions: [], approval_url: '', digest: '', digest_words: [] };
    const data = { ...rest, ...signed, add, created_at: new Date(), expire_at: new Date() };
    serve({ 'addressBook.auditDetail': () => ({ data }) });
    render(
      <QueryClientProvider client={queryClient}>
        <Difference item={changeItem({ kind: 'book' }) as never} />
      </QueryClientProvider>,
    );
    await screen.findByText(/Supplier/);
  };
  await show(new Date(Date.now() + 3_600_000));
  screen.getByText(/^It cools down: the signers take it for listed from \d{4}-\d\d-\d\d \d\d:\d\d\.$/);
  for (const from of [null, new Date(Date.now() - 1_000)]) {
    cleanup();
    queryClient.clear();
    await show(from);
    expect(screen.queryByText(/cools down/)).toBeNull();
  }
});

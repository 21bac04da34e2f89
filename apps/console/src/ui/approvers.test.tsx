// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../lib/i18n.ts';
import { apiQuery, queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { laterTexts } from '../locales/namespaces.ts';
import { Approvers } from './approvers.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts, 'tools']);
});
afterEach(async () => {
  cleanup();
  await setLanguage('en-US');
});

const members = ['Olga', 'Ann'].map((name) => ({ member_id: name, name, role: 'approver' }));
const node = { name: 'Approval 1', kind: 'approve' as const, threshold: 1, members };

it('before it is asked for, a step says how many approvals it needs and from whom, and of more people that any of them will do', async () => {
  const dryRun = { approvers_preview: [node, { ...node, threshold: 2 }] };
  const steps = () => [...document.querySelectorAll('li')].map((one) => one.textContent);
  render(<Approvers dryRun={dryRun} />);
  expect(steps()).toEqual(['1 approval from any one ofOlga, Ann', '2 approvals fromOlga, Ann']);
  cleanup();
  await setLanguage('zh-CN');
  render(<Approvers dryRun={dryRun} />);
  expect(steps()).toEqual(['需以下任意 1 人批准：Olga、Ann', '需以下 2 人批准：Olga、Ann']);
});

it('a step says that the own signature is one of its approvals, where it is', () => {
  const { walletId } = useSession.getState();
  const wallets = [{ wallet_id: walletId ?? 1, member_id: 'Olga' }];
  queryClient.setQueryData(apiQuery('user', 'info', {}).queryKey, { wallets } as never);
  const others = { ...node, members: members.slice(1) };
  render(<Approvers dryRun={{ approvers_preview: [node, others] }} />);
  const steps = [...document.querySelectorAll('li')].map((one) => one.textContent?.includes('your own signature'));
  expect(steps).toEqual([true, false]);
  queryClient.clear();
});

it('that one approval is to come through another page is one line, and asks nobody more', async () => {
  const dryRun = { approvers_preview: [node, { ...node, name: 'Pages', kind: 'page' as const }] };
  const lastStep = () => [...document.querySelectorAll('li')].at(-1)?.textContent;
  render(<Approvers dryRun={dryRun} />);
  expect(lastStep()).toBe('One of these approvals is to be given on another signer’s page.');
  cleanup();
  await setLanguage('zh-CN');
  render(<Approvers dryRun={dryRun} />);
  expect(lastStep()).toBe('以上批准中须有一次在另一签名节点的页面作出。');
});

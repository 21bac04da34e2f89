// @vitest-environment jsdom
import { policyHash, policyText } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { showDrawer } from '../../../test/drawer.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import RuleDrawer from './rule.drawer.tsx';

const push = vi.fn();
const drawers = { stack: [], push, pop: vi.fn(), replace: vi.fn(), close: vi.fn() };

function show(people: Parameters<typeof policyOf>[0]): void {
  const policy = policyOf(people);
  const data = { version: '1', hash: policyHash(policy), document: policyText(policy), solo_mode: people.length === 1 };
  serve({
    'strategy.policy': () => ({ data }),
    'strategy.symbolList': () => ({ data: { list: [] } }),
  });
  showDrawer(<RuleDrawer args={['basic', '*', 'anyTwo']} />, drawers);
}

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine', 'tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('whoever is alone is told what comes before two approvals, and led there', async () => {
  show([ada]);
  await screen.findByText('Two people need a second member first');
  screen.getByRole('button', { name: 'Bring in a member' }).click();
  expect(push).toHaveBeenCalledWith('invite');
});

it('two are offered the flow itself', async () => {
  show([ada, bob]);
  await screen.findByRole('button', { name: 'Any 2 of these people' });
  expect(screen.queryByText('Two people need a second member first')).toBeNull();
});

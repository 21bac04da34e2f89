// @vitest-environment jsdom
import type { PolicyDocument } from '@holdfast/policy';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { OwnApproval } from './own-approval.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(cleanup);

const member = (id: string) => ({ id, role: 'approver', status: 'active', credentials: [{}], wallets: [] });
const flow = (signProtection: 'on' | 'off') => ({ signProtection, nodes: [] });
const rules = (over: object) =>
  ({
    members: [member('ann'), member('bob')],
    strategies: [{ wallet: '*', ...flow('off') }],
    senior: [
      { action: 'flow', enabled: 'on', ...flow('off') },
      { action: 'refuse', enabled: 'on', ...flow('off') },
      { action: 'flow', enabled: 'off', ...flow('off') },
    ],
    workspace: [{ op: 'members', ...flow('on') }],
    ...over,
  }) as unknown as PolicyDocument;

it('counts the flows in which whoever asks may approve, and no rule that asks nobody', () => {
  render(<OwnApproval policy={rules({})} of="payments" />);
  screen.getByText('In 2 flows, whoever asks may approve their own request');
});

it('says nothing where nobody may, nor to somebody who is alone', () => {
  const { container } = render(
    <>
      <OwnApproval policy={rules({})} of="workspace" />
      <OwnApproval policy={rules({ members: [member('ann')] })} of="payments" />
    </>,
  );
  expect(container.textContent).toBe('');
});

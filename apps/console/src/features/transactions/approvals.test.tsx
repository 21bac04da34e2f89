// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { Approvals } from './approvals.tsx';
import type { Transaction } from './view.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts]);
});

it('a step of a payment says how many of its approvals are given', () => {
  const members = ['Olga', 'Ann'].map((name) => ({ member_id: name, name, role: 'approver' }));
  const node = { name: 'Approval 1', kind: 'approve', threshold: 1, members, approved: ['Olga'] };
  render(<Approvals transaction={{ approvals: [node] } as unknown as Transaction} />);
  expect(document.querySelector('li')?.textContent).toContain('1 of 1 given');
});

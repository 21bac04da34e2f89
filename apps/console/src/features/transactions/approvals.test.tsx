// @vitest-environment jsdom
import { orderStatus } from '@holdfast/contract';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { Approvals } from './approvals.tsx';
import type { Transaction } from './view.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts]);
});
afterEach(cleanup);

it('a step of a payment says how many of its approvals are given', () => {
  const members = ['Olga', 'Ann'].map((name) => ({ member_id: name, name, role: 'approver' }));
  const node = { name: 'Approval 1', kind: 'approve', threshold: 1, members, approved: ['Olga'] };
  render(<Approvals transaction={{ status: 1000, approvals: [node] } as unknown as Transaction} />);
  expect(document.querySelector('li')?.textContent).toContain('1 of 1 given');
});

it('of what is decided it tells who approved, and not whom the rules of now would ask', () => {
  const members = ['Olga', 'Petra'].map((name) => ({ member_id: name, name, role: 'approver' }));
  const step = { name: 'Approval 1', kind: 'approve', threshold: 1, members, approved: ['Olga'] };
  const later = { ...step, name: 'Approval 2', approved: [] };
  render(<Approvals transaction={{ status: orderStatus.done, approvals: [step, later] } as unknown as Transaction} />);
  expect([...document.querySelectorAll('section > ul > li')].map((one) => one.textContent)).toEqual(['Approval 1Olga']);
});

it('that the pages were different is one line without people, to be done while it can be, and done afterwards', () => {
  const members = ['Olga', 'Ann'].map((name) => ({ member_id: name, name, role: 'approver' }));
  const step = { name: 'Approval 1', kind: 'approve', threshold: 1, members, approved: ['Olga'] };
  const lines = (status: number, approved: string[]) => {
    const page = { ...step, name: 'Pages', kind: 'page', approved };
    render(<Approvals transaction={{ status, approvals: [step, page] } as unknown as Transaction} />);
    const [, ...others] = [...document.querySelectorAll('section > ul > li')].map((one) => one.textContent);
    cleanup();
    return others;
  };
  const { awaitingApproval, done, approvalRefused } = orderStatus;
  expect(lines(awaitingApproval, [])).toEqual(['One of these approvals is to be given on another signer’s page.']);
  expect(lines(done, ['Ann'])).toEqual(['Given on the pages of different signers.']);
  expect(lines(approvalRefused, [])).toEqual([]);
});

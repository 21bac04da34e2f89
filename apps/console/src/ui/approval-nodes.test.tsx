// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../lib/i18n.ts';
import { laterTexts } from '../locales/namespaces.ts';
import { type ApprovalNode, ApprovalNodes } from './approval-nodes.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts]);
});
afterEach(async () => {
  cleanup();
  await setLanguage('en-US');
});

const node = (threshold: number, names: readonly string[]): ApprovalNode => ({
  index: 0,
  name: 'Board',
  kind: 'approve',
  threshold,
  status: 1,
  members: names.map((name) => ({ id: name, name, status: 0 })),
});

it.each([
  [1, ['Ann'], 'Board needs 1 approval from', 'Board 需以下 1 人批准：'],
  [1, ['Ann', 'Bob'], 'Board needs 1 approval from any one of', 'Board 需以下任意 1 人批准：'],
  [2, ['Ann', 'Bob'], 'Board needs 2 approvals from', 'Board 需以下 2 人批准：'],
  [2, ['Ann', 'Bob', 'Eve'], 'Board needs 2 approvals from any of', 'Board 需以下任意 2 人批准：'],
] as const)(
  'of %i needed and %j it is said whether any of them will do',
  async (threshold, names, english, chinese) => {
    const told = () => document.querySelector('li > span > span')?.textContent;
    render(<ApprovalNodes nodes={[node(threshold, names)]} />);
    expect(told()).toBe(english);
    cleanup();
    await setLanguage('zh-CN');
    render(<ApprovalNodes nodes={[node(threshold, names)]} />);
    expect(told()).toBe(chinese);
  },
);

it('says who is no longer asked, and not while an approval through another page is missing', () => {
  const done: ApprovalNode = {
    ...node(1, ['Ann', 'Bob']),
    status: 2,
    members: ['Ann', 'Bob'].map((name, at) => ({ id: name, name, status: at === 0 ? 1 : 0 })),
  };
  const page: ApprovalNode = { ...node(1, []), index: 1, kind: 'page' };
  const states = () => [...document.querySelectorAll('li li svg')].map((icon) => icon.getAttribute('aria-label'));
  render(<ApprovalNodes nodes={[done]} />);
  expect(states()).toEqual(['has approved', 'no longer asked']);
  cleanup();
  render(<ApprovalNodes nodes={[done, page]} />);
  expect(states()).toEqual(['has approved', 'has not decided']);
});

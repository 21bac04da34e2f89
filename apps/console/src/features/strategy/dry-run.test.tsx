// @vitest-environment jsdom
import type { PolicyDocument } from '@holdfast/policy';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../../lib/i18n.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { Asked } from './dry-run.tsx';
import type { Steps } from './trial.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts, 'strategyEngine', 'tools']);
});
afterEach(async () => {
  cleanup();
  await setLanguage('en-US');
});

const policy = { members: [{ id: 'm-1', name: 'Ann' }] } as unknown as PolicyDocument;
const node = { name: 'Finance', kind: 'approve', threshold: 1, eligible: ['m-1'] } as const;
const steps = [{ rule: {}, nodes: [node, { ...node, name: 'Pages', kind: 'page' }] }] as unknown as Steps[];

it('that one approval is to come through another page is one line, and asks nobody more', async () => {
  const asked = () => [...document.querySelectorAll('ol li')].map((one) => one.textContent);
  render(<Asked steps={steps} policy={policy} />);
  expect(asked()).toEqual(['Finance: Ann', 'One of these approvals is to be given on another signer’s page.']);
  cleanup();
  await setLanguage('zh-CN');
  render(<Asked steps={steps} policy={policy} />);
  expect(asked()).toEqual(['Finance：Ann', '以上批准中须有一次在另一签名节点的页面作出。']);
});

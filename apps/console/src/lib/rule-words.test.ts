// @vitest-environment jsdom
import type { Naming } from '@holdfast/review/sentences';
import { ada, policyOf } from '@holdfast/testkit/review';
import { renderHook } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setLanguage, startI18n } from './i18n.ts';
import { useFlowText } from './rule-words.ts';

beforeAll(startI18n);
afterAll(() => setLanguage('en-US'));

const naming = { policy: policyOf([ada]) } as unknown as Naming;
const step = (name: string) => ({ kind: 'sign' as const, name, approvers: ['m-ada'], threshold: '1' });
const told = (name: string) =>
  renderHook(() => useFlowText()).result.current(naming, { signProtection: 'off', nodes: [step(name)] });

it('a flow names the steps that were offered in the reader’s language, and those that somebody wrote as they are', async () => {
  expect([told('放行'), told('Desk')].map((text) => /Release|Desk/.exec(text)?.[0])).toEqual(['Release', 'Desk']);
  await setLanguage('zh-CN');
  expect([told('Release'), told('Desk')].map((text) => /放行|Desk/.exec(text.split('：')[0] ?? '')?.[0])).toEqual([
    '放行',
    'Desk',
  ]);
});

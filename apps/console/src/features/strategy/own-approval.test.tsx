// @vitest-environment jsdom
import { type Flow, type PolicyDocument, type SeniorRule, unconditional } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { OwnApproval } from './own-approval.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(cleanup);

const flowOf = (signProtection: 'on' | 'off', threshold: string): Flow => ({
  signProtection,
  nodes: [{ name: 'Release', kind: 'sign', approvers: ['m-ada', 'm-bob'], threshold }],
});
const [anyOne, bothOfTwo, another] = [flowOf('off', '1'), flowOf('off', '2'), flowOf('on', '1')];
const rule = (over: Partial<SeniorRule>): SeniorRule => ({
  ...{ id: 'r', name: 'Large', enabled: 'on', type: 'transfer', action: 'flow', when: unconditional },
  ...{ signProtection: 'off', nodes: [...anyOne.nodes] },
  ...over,
});
const rules = (flow: Flow, over: Partial<PolicyDocument> = {}): PolicyDocument =>
  policyOf([ada, bob], { strategies: [{ ...flow, wallet: '*', nodes: [...flow.nodes] }], ...over });

it('counts the flows in which somebody who asks needs nobody else, and no rule that asks nobody', () => {
  const senior = [rule({}), rule({ action: 'refuse', nodes: [] }), rule({ enabled: 'off' })];
  render(<OwnApproval policy={rules(anyOne, { senior })} of="payments" />);
  screen.getByText('In 2 flows, somebody who asks needs nobody else');
});

it('says nothing where another one is always needed, whoever asks may approve or not, nor to somebody who is alone', () => {
  const { container } = render(
    <>
      <OwnApproval policy={rules(bothOfTwo)} of="payments" />
      <OwnApproval policy={rules(another)} of="payments" />
      <OwnApproval policy={rules(anyOne)} of="workspace" />
      <OwnApproval policy={policyOf([ada])} of="payments" />
    </>,
  );
  expect(container.textContent).toBe('');
});

// @vitest-environment jsdom
import type { Flow } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../lib/i18n.ts';
import { FlowMeaning } from './flow-meaning.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(cleanup);

const operator = { ...bob, member: { ...bob.member, role: 'operator' as const, keyHolder: 'no' as const } };
const policy = policyOf([ada, operator]);
const flow: Flow = {
  signProtection: 'off',
  nodes: [
    { name: 'Approval 1', kind: 'approve', approvers: [operator.member.id], threshold: '1' },
    { name: 'Release', kind: 'sign', approvers: [ada.member.id], threshold: '1' },
  ],
};

it.each([
  ['en-US', 'When asking: Bob, then Ada', 'When asking: their own signature counts as the first step; then Ada.'],
  ['zh-CN', '发起时：Bob，然后 Ada', '由其发起时：本人签署计入第一步，之后由 Ada 放行。'],
] as const)('who is asked first needs nobody else for it when they ask, in %s', async (language, owners, operators) => {
  await setLanguage(language);
  render(<FlowMeaning policy={policy} flow={flow} />);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain(owners);
  expect(second?.textContent).toContain(operators);
});

it('is told to some members alone, and not at all where these are nobody', () => {
  const { rerender } = render(<FlowMeaning policy={policy} flow={flow} members={new Set([ada.member.id])} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  rerender(<FlowMeaning policy={policy} flow={flow} members={new Set()} />);
  expect(screen.queryByRole('listitem')).toBeNull();
});

it('tells what is no longer so: what became of what somebody asks for until now, and who approves no more', async () => {
  await setLanguage('en-US');
  const nodes = [{ name: 'Release', kind: 'sign' as const, approvers: [ada.member.id], threshold: '1' }];
  const alone: Flow = { signProtection: 'off', nodes };
  render(<FlowMeaning policy={policy} flow={alone} before={{ policy, flow }} />);
  const [owner, other] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(owner).toContain('Can pay alone: nobody else is askeduntil now: When asking: Bob, then Ada');
  expect(other).toContain('Approves by it no more');
  cleanup();
  render(<FlowMeaning policy={policy} flow={flow} before={{ policy, flow }} />);
  expect(document.body.textContent).not.toMatch(/until now|no more/);
});

it('says of the default flow what else members decide by it, where that has no rule of its own', async () => {
  await setLanguage('en-US');
  const own = { ...policy, workspace: [{ ...flow, op: 'keys' as const, nodes: [...flow.nodes] }] };
  const { rerender } = render(<FlowMeaning isDefault policy={own} flow={flow} />);
  const told = (): string => screen.getByText(/are decided the same way/).textContent;
  expect(told()).toContain('Members, Rules, Address book, Key material');
  expect(told()).not.toContain('Keys');
  rerender(<FlowMeaning policy={own} flow={flow} />);
  expect(screen.queryByText(/are decided the same way/)).toBeNull();
});

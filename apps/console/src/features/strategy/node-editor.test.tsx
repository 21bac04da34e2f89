// @vitest-environment jsdom
import type { PolicyDocument, SeniorRule } from '@holdfast/policy';
import { ada, bob, cleo, policyOf } from '@holdfast/testkit/review';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { NodeEditor } from './node-editor.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(cleanup);

const keyless = (one: typeof bob) => ({ ...one, member: { ...one.member, keyHolder: 'no' as const } });
const nodes: SeniorRule['nodes'] = [
  { kind: 'approve', name: 'Approval 1', approvers: [], threshold: '1' },
  { kind: 'sign', name: 'Release', approvers: ['m-ada'], threshold: '1' },
];

/** The steps as they stand there, the one that releases last. */
function steps(policy: PolicyDocument): HTMLElement[] {
  const none = () => undefined;
  render(
    <NodeEditor
      {...{ policy, nodes, signProtection: 'off', different: false }}
      {...{ onNodes: none, onProtection: none, onDifferent: none }}
    />,
  );
  const list = screen.getAllByRole('list')[0];
  return list ? [...list.children].filter((one) => one instanceof HTMLElement) : [];
}
const offered = (step: HTMLElement | undefined): string[] =>
  within(step ?? document.body)
    .queryAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent ?? '');

it('the step that releases names who cannot be chosen for want of a key of equal rights, and where it is granted', () => {
  const [approval, release] = steps(policyOf([ada, keyless(bob), keyless(cleo)]));
  expect(offered(approval)).toEqual(['Ada', 'Bob', 'Cleo']);
  expect(offered(release)).toEqual(['Ada']);
  expect(release?.textContent).toContain('Not to be chosen here: Bob, Cleo.');
  expect(release?.textContent).toContain('needs a key of equal rights. It is granted under Team');
  expect(approval?.textContent).not.toContain('Not to be chosen here');
});

it('nothing is explained where everybody who decides holds such a key', () => {
  const [, release] = steps(policyOf([ada, bob]));
  expect(offered(release)).toEqual(['Ada', 'Bob']);
  expect(screen.queryByText(/Not to be chosen here/)).toBeNull();
});

it('whoever decides nothing is not named: a key would not help them here', () => {
  const viewer = { ...bob, member: { ...bob.member, role: 'viewer' as const, keyHolder: 'no' as const } };
  steps(policyOf([ada, viewer]));
  expect(screen.queryByText(/Not to be chosen here/)).toBeNull();
});

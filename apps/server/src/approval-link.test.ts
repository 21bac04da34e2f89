import type { Evaluation, NodeState } from '@holdfast/policy';
import { expect, test } from 'vitest';
import { originFor } from './approval-link.ts';
import { actionOf } from './areas/todo/rules.ts';

const origins = ['https://one.example', 'https://two.example'];
const deps = { signers: origins.map((origin) => ({ origin })), origin: 'https://console.example' };
const step = (kind: NodeState['kind'], approved: string[], through?: string[]): NodeState => ({
  name: kind,
  kind,
  threshold: kind === 'page' ? 1 : 2,
  eligible: ['ann', 'ben', 'cleo'],
  approved,
  ...(through ? { through } : {}),
});
const standing = (...nodes: NodeState[]): Evaluation => ({
  state: 'waiting',
  initiatorSigned: true,
  nodes,
  solo: false,
  action: 'flow',
});
const said = (...members: string[]) => members.map((member) => ({ member, decision: 'approve' as const }));

test('a member is led to the page of a signer through which nobody approved yet, where the rules ask for that', () => {
  const [one = '', two = ''] = origins;
  expect(originFor(deps, standing(step('sign', ['ann'])))).toBe(one);
  expect(originFor(deps, standing(step('sign', []), step('page', [], [])))).toBe(one);
  expect(originFor(deps, standing(step('sign', ['ann']), step('page', [], [one])))).toBe(two);
  expect(originFor(deps, standing(step('sign', ['ann']), step('page', [], [two])))).toBe(one);
  expect(originFor(deps, standing(step('sign', ['ann', 'ben']), step('page', ['ben'], [one, two])))).toBe(one);
  expect(originFor(deps, 1)).toBe(two);
  expect(originFor({ ...deps, signers: [] })).toBe(deps.origin);
});

test('where only another page is missing, it is the turn of everybody, of who has approved on the one page too', () => {
  const at = (evaluation: Evaluation, member: string) =>
    actionOf({ open: true, initiator: 'omar', approvals: said('ann', 'ben'), evaluation }, member);
  const missing = standing(step('sign', ['ann', 'ben']), step('page', [], origins.slice(0, 1)));
  expect(['ann', 'ben', 'cleo', 'omar'].map((member) => at(missing, member))).toEqual([1, 1, 1, 0]);
  const more = standing({ ...step('sign', ['ann', 'ben']), threshold: 3 }, step('page', [], origins.slice(0, 1)));
  expect(['ann', 'cleo'].map((member) => at(more, member))).toEqual([2, 1]);
});

// @vitest-environment jsdom
import type { PolicyDocument } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { presetOf, usePresets } from './presets.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});

const stepsOf = (policy: PolicyDocument, named: string | undefined) =>
  presetOf(renderHook(() => usePresets(policy)).result.current, named)?.flow.nodes.map((node) => [
    node.approvers,
    node.threshold,
  ]);
const keyless = { ...bob, member: { ...bob.member, keyHolder: 'no' as const } };

it('whoever asks for two approvals begins with two, also where one person alone may release', () => {
  expect(stepsOf(policyOf([ada, bob]), 'anyTwo')).toEqual([[['m-ada', 'm-bob'], '2']]);
  expect(stepsOf(policyOf([ada, keyless]), 'anyTwo')).toEqual([
    [['m-bob'], '1'],
    [['m-ada'], '1'],
  ]);
});

it('a link that names none, or one that these members do not allow, begins with the flow in force', () => {
  expect(stepsOf(policyOf([ada, keyless]), undefined)).toBeUndefined();
  expect(stepsOf(policyOf([ada, keyless]), 'oneOther')).toBeUndefined();
});

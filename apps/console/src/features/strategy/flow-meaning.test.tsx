// @vitest-environment jsdom
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../../lib/i18n.ts';
import { FlowMeaning } from './flow-meaning.tsx';
import { anyTwo } from './meaning.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
afterEach(cleanup);

const operator = { ...bob, member: { ...bob.member, role: 'operator' as const, keyHolder: 'no' as const } };
const policy = policyOf([ada, operator]);

it.each([
  ['en-US', 'When asking: Bob, then Ada', 'When asking: their own signature counts as the first step; then Ada.'],
  ['zh-CN', '发起时：Bob，然后 Ada', '由其发起时：本人签署计入第一步，之后由 Ada 放行。'],
] as const)('who is asked first needs nobody else for it when they ask, in %s', async (language, owners, operators) => {
  await setLanguage(language);
  const flow = anyTwo(policy, { approval: 'Approval 1', release: 'Release' });
  if (!flow) throw new Error('no flow');
  render(<FlowMeaning policy={policy} flow={flow} />);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain(owners);
  expect(second?.textContent).toContain(operators);
});

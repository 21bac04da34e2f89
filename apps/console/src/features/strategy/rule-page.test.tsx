// @vitest-environment jsdom
import { policyHash, policyText } from '@holdfast/policy';
import { ada, policyOf } from '@holdfast/testkit/review';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';

inConsole();

it('a rule leads back to the rules, and so does one that is gone', async () => {
  const policy = policyOf([ada]);
  const data = { version: '1', hash: policyHash(policy), document: policyText(policy), solo_mode: true };
  serve({ 'strategy.policy': () => ({ data }), 'strategy.symbolList': () => ({ data: { list: [] } }) });
  await open('/mpc/center/strategyEngine/senior/strategyDetail?id=nothing');
  const page = within(await screen.findByRole('main'));
  const back = await page.findByRole('link', { name: 'Rules' });
  expect(back.getAttribute('href')).toBe('/mpc/center/strategyEngine');
});

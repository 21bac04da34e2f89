// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { inConsole, open } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';

inConsole();
beforeEach(() => void serve({}));

it.each([
  ['/mpc/wallet', 'Overview'],
  ['/mpc/wallet/center', 'Wallets'],
  ['/mpc/center/strategyEngine/basic/log', 'Rules'],
  ['/mpc/center/workspaceStrategyEngine', 'Rules'],
  ['/mpc/center/workspaceStrategyEngine/log', 'Rules'],
  ['/mpc/center/tools', 'Tools'],
  ['/mpc/tools/batchTransfer/transferRecord', 'Tools'],
])('at %s the menu marks where one is, and nothing else: %s', async (path, name) => {
  await open(path);
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  const marked = menu.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
});

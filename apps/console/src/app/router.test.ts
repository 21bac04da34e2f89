// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { navigation } from './nav.ts';
import { router } from './router.tsx';

/** Every screen of spec §2 by its path under /mpc. */
const spec = [
  'wallet',
  'wallet/personalBook',
  'wallet/center',
  'wallet/center/addressBook',
  'center/transactions',
  'center/todo',
  'center/api',
  'center/api/addApi',
  'center/api/editApi',
  'center/api/log',
  'center/keyRecovery',
  'center/collection',
  'center/collection/history',
  'center/coSigner',
  'center/kyt/config',
  'center/kyt/details',
  'center/invoice',
  'center/teamMember',
  'center/strategyEngine',
  'center/workspaceStrategyEngine',
  'center/addressBook',
  'center/coldWallet',
  'center/tools',
  'center/tools/tonTransQuery',
  'tools/tronAutoAgent',
  'tools/tronResourceMonitor',
  'tools/batchTransfer',
  'center/transactionNotification',
  'center/trade',
  'center/trade/history',
  'center/loginHistory',
];
const paths = new Set(Object.keys(router.routesByPath));

it('has the screens that are built, at the paths of the spec', () => {
  const missing = spec.filter((path) => !paths.has(`/mpc/${path}`));
  console.info(`not registered yet (${missing.length}): ${missing.join(', ')}`);
  for (const path of ['wallet', 'wallet/center', 'center/transactions', 'center/todo'])
    expect(missing).not.toContain(path);
});

it('has the login page outside the base path, in both languages', () => {
  expect(paths).toContain('/login');
  expect(paths).toContain('/zh-CN/login');
});

it('has no menu entry that leads nowhere', () => {
  for (const { to } of navigation) expect(paths).toContain(to);
});

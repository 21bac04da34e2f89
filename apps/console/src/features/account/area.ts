import { Users } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

export const account = {
  screens: { 'center/account': { screen: lazyScreen(() => import('./account.screen.tsx')) } },
  gates: { '/mpc/reset': lazyScreen(() => import('./reset.screen.tsx')) },
  drawers: ['changePassword', 'changeAuthenticator', 'resetLogin'],
  menu: [
    {
      key: 'account',
      places: ['person', 'go'],
      text: 'user.menu',
      Icon: Users,
      leads: { to: '/mpc/center/account' },
    },
  ],
  endpoints: { account: () => import('@holdfast/contract/account') },
  live: { account: [['account']] },
  log: [{ part: 'account', text: 'tools:op.account' }],
} as const satisfies Area;

import { History } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import { historySearch } from './search.ts';

export const loginHistory = {
  screens: {
    'center/loginHistory': {
      screen: lazyScreen(() => import('./login-history.page.tsx'), ['tools']),
      search: historySearch,
    },
  },
  menu: [
    {
      key: 'loginHistory',
      places: ['person', 'go'],
      text: () => (usePermission('audit.read') ? 'user.logs' : 'user.loginHistory'),
      Icon: History,
      leads: { to: '/mpc/center/loginHistory' },
    },
  ],
  notices: [{ key: 'logins', when: 'later', Bar: lazyScreen(() => import('./alerts.tsx'), firstTexts) }],
  endpoints: {
    loginHistory: () => import('@holdfast/contract/login-history'),
    audit: () => import('@holdfast/contract/audit'),
  },
} as const satisfies Area;

import { Repeat } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import type tools from './locale/en-US/tools.json';
import type texts from './locale/en-US/trade.json';
import type first from './locale/en-US/translation.json';
import { historySearch } from './search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    trade: typeof texts;
  }
  interface FirstTexts extends First {}
  interface ToolTexts extends Tools {}
}
type First = typeof first;
type Tools = typeof tools;

export const trade = {
  screens: {
    'center/trade': { screen: lazyScreen(() => import('./trade.page.tsx'), ['trade']) },
    'center/trade/history': {
      screen: lazyScreen(() => import('./history.page.tsx'), ['trade']),
      search: historySearch,
    },
  },
  menu: [
    {
      key: 'trade',
      places: ['side', 'go'],
      text: 'nav.trade',
      Icon: Repeat,
      leads: { to: '/mpc/center/trade' },
      shown: () => usePermission('withdraw.create', 'anywhere'),
    },
  ],
  endpoints: { trade: () => import('@holdfast/contract/trade') },
  live: { order: [['trade']], balance: [['trade', 'hotCoin']] },
  log: [{ part: 'trade', text: 'tools:op.trade' }],
} as const satisfies Area;

import { Network } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

export const health = {
  screens: { 'center/health': { screen: lazyScreen(() => import('./health.page.tsx'), ['tools']) } },
  menu: [
    {
      key: 'health',
      places: ['side', 'go'],
      text: 'nav.health',
      Icon: Network,
      leads: { to: '/mpc/center/health' },
    },
  ],
  notices: [
    {
      key: 'health',
      when: (status) => status.troubles.length > 0,
      Bar: lazyScreen(() => import('./health-bar.tsx'), ['tools']),
      Line: lazyScreen(() => import('./health-line.tsx'), ['tools']),
    },
  ],
  endpoints: { health: () => import('@holdfast/contract/health') },
} as const satisfies Area;

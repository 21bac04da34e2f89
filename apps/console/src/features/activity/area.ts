import { History } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { activitySearch } from './search.ts';

export const activity = {
  screens: {
    'center/activity': {
      screen: lazyScreen(() => import('./activity.page.tsx'), ['tools']),
      search: activitySearch,
    },
  },
  menu: [
    {
      key: 'activity',
      places: ['side', 'go'],
      text: 'nav.activity',
      Icon: History,
      leads: { to: '/mpc/center/activity' },
    },
  ],
  live: { activity: [['activity']] },
  endpoints: { activity: () => import('@holdfast/contract/activity') },
} as const satisfies Area;

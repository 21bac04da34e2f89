import { Wrench } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { stepsPath, stepsSearch } from './search.ts';

export const tools = {
  screens: {
    'center/tools': { screen: lazyScreen(() => import('./tools.page.tsx'), ['tools']) },
    [stepsPath]: {
      screen: lazyScreen(() => import('./steps.page.tsx'), ['tools']),
      search: stepsSearch,
    },
  },
  drawers: ['steps'],
  menu: [
    {
      key: 'tools',
      places: ['side', 'go'],
      text: 'nav.tools',
      Icon: Wrench,
      leads: { to: '/mpc/center/tools' },
      also: '/mpc/tools/',
    },
  ],
  endpoints: { tools: () => import('@holdfast/contract/tools') },
  live: { order: [['tools']], chain: [['tools']] },
} as const satisfies Area;

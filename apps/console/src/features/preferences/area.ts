import { SlidersHorizontal } from 'lucide-react';
import type { Area } from '../../lib/area.ts';

export const preferences = {
  drawers: ['preferences'],
  menu: [
    {
      key: 'preferences',
      places: ['person', 'do'],
      text: 'preferences.title',
      Icon: SlidersHorizontal,
      leads: { drawer: 'preferences' },
    },
  ],
  endpoints: { user: () => import('@holdfast/contract/user') },
  live: { setup: [['user']] },
} as const satisfies Area;

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
  endpoints: { user: async () => (await import('@holdfast/contract/user')).user },
  live: { setup: [['user']] },
} as const satisfies Area;

import { Snowflake } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';

export const signing = {
  drawers: ['freeze'],
  menu: [
    {
      key: 'freeze',
      places: ['foot', 'do'],
      text: 'nav.freeze',
      Icon: Snowflake,
      leads: { drawer: 'freeze' },
      shown: () => usePermission('signing.freeze'),
    },
  ],
  notices: [
    {
      key: 'divergence',
      when: (status) => status.divergence !== null,
      Bar: lazyScreen(() => import('./divergence-bar.tsx'), ['tools']),
    },
    { key: 'frozen', when: (status) => status.frozen, Bar: lazyScreen(() => import('./freeze-bar.tsx'), ['tools']) },
  ],
  endpoints: { signing: () => import('@holdfast/contract/signing') },
  log: [{ part: 'signing', text: 'tools:op.signing' }],
} as const satisfies Area;

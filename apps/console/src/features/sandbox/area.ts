import { FlaskConical } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { useApi } from '../../lib/query.ts';

export const sandbox = {
  drawers: ['sandbox'],
  menu: [
    {
      key: 'sandbox',
      places: ['foot', 'do'],
      text: 'nav.sandbox',
      Icon: FlaskConical,
      leads: { drawer: 'sandbox' },
      shown: () => useApi('sandbox', 'status', {}, { quiet: true }).data?.enabled === true,
    },
  ],
  endpoints: { sandbox: () => import('@holdfast/contract/sandbox') },
  live: { chain: [['sandbox']] },
} as const satisfies Area;

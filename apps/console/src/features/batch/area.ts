import { Rows3 } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import { authPath, authSearch, batchPath, batchSearch, recordsPath, recordsSearch } from './search.ts';

const writing = {
  screen: lazyScreen(() => import('./batch.page.tsx'), ['tools', 'whiteAddress']),
  search: batchSearch,
};
const auth = { screen: lazyScreen(() => import('./auth.page.tsx'), ['tools']), search: authSearch };
const records = { screen: lazyScreen(() => import('./records.page.tsx'), ['tools']), search: recordsSearch };

export const batch = {
  screens: {
    [batchPath]: writing,
    [recordsPath]: records,
    [authPath]: auth,
    // Where the other tools are, they are looked for too.
    'center/tools/batchTransfer': writing,
    'center/tools/batchTransfer/transferRecord': records,
    'center/tools/batchTransfer/authRecord': auth,
  },
  drawers: ['batch'],
  menu: [
    {
      key: 'batch',
      places: ['go', 'do'],
      text: 'batch.title',
      Icon: Rows3,
      leads: { to: `/mpc/${batchPath}` },
      shown: () => usePermission('withdraw.create', 'anywhere'),
    },
  ],
  endpoints: { batch: () => import('@holdfast/contract/batch') },
  live: { order: [['batch']] },
  log: [{ part: 'batch', text: 'tools:op.batch' }],
} as const satisfies Area;

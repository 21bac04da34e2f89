import { ArrowUpRight } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { usePermission } from '../../lib/permission.ts';

export const withdraw = {
  drawers: ['withdraw'],
  menu: [
    {
      key: 'withdraw',
      places: ['bar', 'do'],
      text: 'withdraw.title',
      Icon: ArrowUpRight,
      leads: { drawer: 'withdraw' },
      shown: () => usePermission('withdraw.create', 'anywhere'),
    },
  ],
  endpoints: { withdraw: () => import('@holdfast/contract/withdraw') },
  live: {
    order: [['withdraw']],
    balance: [
      ['withdraw', 'symbolBalance'],
      ['withdraw', 'info'],
    ],
  },
  log: [{ part: 'withdraw', text: 'tools:op.withdraw' }],
} as const satisfies Area;

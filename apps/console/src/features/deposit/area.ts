import { ArrowDownToLine } from 'lucide-react';
import type { Area } from '../../lib/area.ts';

export const deposit = {
  drawers: ['deposit'],
  menu: [
    { key: 'deposit', places: ['do'], text: 'deposit.title', Icon: ArrowDownToLine, leads: { drawer: 'deposit' } },
  ],
  endpoints: { deposit: () => import('@holdfast/contract/deposit') },
  live: { balance: [['deposit', 'addresses']] },
  log: [{ part: 'deposit', text: 'tools:op.deposit' }],
} as const satisfies Area;

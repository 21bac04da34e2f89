import { ArrowLeftRight } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { transactionSearch } from './search.ts';

export const transactions = {
  screens: {
    'center/transactions': {
      screen: lazyScreen(() => import('./transactions.page.tsx')),
      search: transactionSearch,
    },
  },
  drawers: ['transaction', 'speedUp', 'bumpRule', 'dropPayment', 'payFor', 'refund', 'receipt', 'receipts'],
  menu: [
    {
      key: 'transactions',
      places: ['side', 'bar', 'go'],
      text: 'nav.transactions',
      Icon: ArrowLeftRight,
      leads: { to: '/mpc/center/transactions' },
    },
  ],
  endpoints: { transaction: () => import('@holdfast/contract/transaction') },
  live: { order: [['transaction']], deposit: [['transaction']], chain: [['transaction']] },
} as const satisfies Area;

import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  transaction: { title: 'tx.detail', component: lazyScreen(() => import('./transaction.drawer.tsx'), ['tools']) },
  speedUp: { title: 'tx.speedUp.title', component: lazyScreen(() => import('./speed-up.drawer.tsx')) },
  bumpRule: { title: 'tx.bump.title', component: lazyScreen(() => import('./bump-rule.drawer.tsx')) },
  dropPayment: { title: 'tx.drop.title', component: lazyScreen(() => import('./drop.drawer.tsx')) },
  payFor: { title: 'tx.child.title', component: lazyScreen(() => import('./child.drawer.tsx')) },
  refund: { title: 'tx.refund.title', component: lazyScreen(() => import('./refund.drawer.tsx')) },
  receipt: { width: 900, title: 'tx.receipt', component: lazyScreen(() => import('./receipt.drawer.tsx')) },
  receipts: { width: 900, title: 'tx.receipt.ofMonth', component: lazyScreen(() => import('./receipts.drawer.tsx')) },
} satisfies Readonly<Record<string, Drawer>>;

import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  outputs: { width: 900, title: 'utxo.title', component: lazyScreen(() => import('./outputs.drawer.tsx')) },
} satisfies Readonly<Record<string, Drawer>>;

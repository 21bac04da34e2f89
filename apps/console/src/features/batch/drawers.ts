import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  batch: { width: 900, title: 'batch.title', component: lazyScreen(() => import('./batch.drawer.tsx'), ['tools']) },
} satisfies Readonly<Record<string, Drawer>>;

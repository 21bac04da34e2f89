import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  steps: { title: 'tx.steps', component: lazyScreen(() => import('./steps.drawer.tsx'), ['tools']) },
} satisfies Readonly<Record<string, Drawer>>;

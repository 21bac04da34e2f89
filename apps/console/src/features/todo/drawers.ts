import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  approve: { title: 'todo.approveTitle', component: lazyScreen(() => import('./approve.drawer.tsx'), ['tools']) },
} satisfies Readonly<Record<string, Drawer>>;

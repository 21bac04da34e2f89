import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  program: {
    title: 'api.program',
    component: lazyScreen(() => import('./program.drawer.tsx'), ['apiPage', 'tools']),
  },
} satisfies Readonly<Record<string, Drawer>>;

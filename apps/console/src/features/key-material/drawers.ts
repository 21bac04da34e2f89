import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  keyRequest: {
    title: 'nav.keys',
    component: lazyScreen(() => import('./request.drawer.tsx'), ['privateKeyRecovery']),
  },
  keyMaterial: {
    title: 'nav.keys',
    component: lazyScreen(() => import('./detail.drawer.tsx'), ['privateKeyRecovery']),
  },
} satisfies Readonly<Record<string, Drawer>>;

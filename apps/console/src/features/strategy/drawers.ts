import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  rule: { title: 'nav.rules', component: lazyScreen(() => import('./rule.drawer.tsx'), ['strategyEngine']) },
  rulesImport: {
    width: 900,
    title: 'nav.rules',
    component: lazyScreen(() => import('./import.drawer.tsx'), ['strategyEngine']),
  },
} satisfies Readonly<Record<string, Drawer>>;

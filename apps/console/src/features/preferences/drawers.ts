import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  preferences: { title: 'preferences.title', component: lazyScreen(() => import('./preferences.drawer.tsx')) },
} satisfies Readonly<Record<string, Drawer>>;

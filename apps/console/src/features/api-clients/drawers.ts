import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  apiClient: {
    title: 'api.apiClient',
    component: lazyScreen(() => import('./api-client.drawer.tsx'), ['apiPage', 'tools']),
  },
} satisfies Readonly<Record<string, Drawer>>;

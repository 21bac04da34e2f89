import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  apiClient: {
    title: 'api.apiClient',
    component: lazyScreen(() => import('./api-client.drawer.tsx'), ['apiPage', 'tools']),
  },
  hookEndpoint: {
    title: 'hook.endpoint',
    component: lazyScreen(() => import('./web-hooks/endpoint.drawer.tsx'), ['apiPage']),
  },
  hookDelivery: {
    title: 'hook.delivery',
    component: lazyScreen(() => import('./web-hooks/delivery.drawer.tsx'), ['apiPage']),
  },
  hookReplay: {
    title: 'hook.replay',
    component: lazyScreen(() => import('./web-hooks/replay.drawer.tsx'), ['apiPage']),
  },
} satisfies Readonly<Record<string, Drawer>>;

import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  changePassword: {
    title: 'drawer.changePassword',
    component: lazyScreen(() => import('./password.drawer.tsx'), ['tools']),
  },
  changeAuthenticator: {
    title: 'drawer.changeAuthenticator',
    component: lazyScreen(() => import('./authenticator.drawer.tsx'), ['tools']),
  },
  resetLogin: {
    title: 'drawer.resetLogin',
    component: lazyScreen(() => import('./reset-login.drawer.tsx'), ['tools']),
  },
} satisfies Readonly<Record<string, Drawer>>;

import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  invite: { title: 'drawer.invite', component: lazyScreen(() => import('./invite.drawer.tsx'), ['teamMember']) },
  invitation: {
    title: 'drawer.invitation',
    component: lazyScreen(() => import('./invitation.drawer.tsx'), ['teamMember', 'tools']),
  },
  member: { title: 'drawer.member', component: lazyScreen(() => import('./member.drawer.tsx'), ['teamMember']) },
} satisfies Readonly<Record<string, Drawer>>;

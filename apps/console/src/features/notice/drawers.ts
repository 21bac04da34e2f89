import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  notices: { title: 'notice.title', component: lazyScreen(() => import('./notices.drawer.tsx'), ['tools']) },
  channels: { title: 'notice.channels', component: lazyScreen(() => import('./channels.drawer.tsx'), ['tools']) },
  channel: { title: 'notice.channel', component: lazyScreen(() => import('./channel.drawer.tsx'), ['tools']) },
} satisfies Readonly<Record<string, Drawer>>;

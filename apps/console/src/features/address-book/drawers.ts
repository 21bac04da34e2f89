import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  bookAdd: { title: 'book.add', component: lazyScreen(() => import('./add.drawer.tsx'), ['whiteAddress']) },
  bookImport: {
    width: 1180,
    title: 'book.import',
    component: lazyScreen(() => import('./import.drawer.tsx'), ['whiteAddress']),
  },
  bookEntry: { title: 'book.entry', component: lazyScreen(() => import('./entry.drawer.tsx'), ['whiteAddress']) },
  bookEdit: { title: 'book.edit', component: lazyScreen(() => import('./edit.drawer.tsx'), ['whiteAddress']) },
  bookMode: { title: 'book.mode', component: lazyScreen(() => import('./mode.drawer.tsx'), ['whiteAddress']) },
  bookChange: {
    title: 'book.change',
    component: lazyScreen(() => import('./change.drawer.tsx'), ['whiteAddress', 'tools']),
  },
  ownEntry: { title: 'book.entry', component: lazyScreen(() => import('./own-entry.drawer.tsx'), ['whiteAddress']) },
  ownWrite: { title: 'book.entry', component: lazyScreen(() => import('./own-write.drawer.tsx'), ['whiteAddress']) },
  ownImport: {
    width: 1180,
    title: 'book.import',
    component: lazyScreen(() => import('./own-import.drawer.tsx'), ['whiteAddress']),
  },
} satisfies Readonly<Record<string, Drawer>>;

import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

export const join = {
  gates: { '/mpc/join/$token': lazyScreen(() => import('./join.page.tsx'), ['teamMember', 'tools']) },
} as const satisfies Area;

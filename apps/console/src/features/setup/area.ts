import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

export const setup = {
  gates: { '/mpc/setup': lazyScreen(() => import('./setup.page.tsx'), ['tools']) },
  endpoints: { setup: () => import('@holdfast/contract/setup') },
  live: { setup: [['setup']] },
} as const satisfies Area;

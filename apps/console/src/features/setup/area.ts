import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

export const setup = {
  gates: { '/mpc/setup': lazyScreen(() => import('./setup.page.tsx'), ['tools']) },
  endpoints: { setup: async () => (await import('@holdfast/contract/setup')).setup },
  live: { setup: [['setup']] },
} as const satisfies Area;

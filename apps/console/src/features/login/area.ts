import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';

const page = lazyScreen(() => import('./login.page.tsx'), firstTexts);

export const login = {
  gates: { '/login': page, '/zh-CN/login': page },
  endpoints: { session: () => import('@holdfast/contract/session') },
} as const satisfies Area;

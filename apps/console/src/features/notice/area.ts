import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';

export const notice = {
  drawers: ['notices', 'channels', 'channel'],
  notices: [{ key: 'bell', when: 'now', Bar: lazyScreen(() => import('./bell.tsx'), firstTexts) }],
  endpoints: { notice: () => import('@holdfast/contract/notice') },
  live: { notice: [['notice']] },
  log: [{ part: 'notice', text: 'tools:op.notice' }],
} as const satisfies Area;

import type { Area } from '../../lib/area.ts';

/** Lists as files: what every list that has them asks. */
export const fileExport = {
  endpoints: { fileExport: () => import('@holdfast/contract/file-export') },
} as const satisfies Area;

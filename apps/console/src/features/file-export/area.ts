import type { Area } from '../../lib/area.ts';

/** Lists as files: what every list that has them asks. */
export const fileExport = {
  endpoints: { fileExport: async () => (await import('@holdfast/contract/file-export')).fileExport },
} as const satisfies Area;

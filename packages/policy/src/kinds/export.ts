import { parseKeyExportRequest } from '../export.ts';
import type { KindRecord } from './kind.ts';

/** The request id by which members say that, with the share they give out, the key becomes whole: another one is out already, or waits. */
export const wholeKeyRequest = 'wholeKey';

/**
 * A signer's share of a key leaves. It is asked for by those only who are trusted with a key of equal rights, and is not there to be outvoted: everybody
 * who may decide anything can refuse it, named by the flow or not.
 */
export const keyExport = {
  moves: 'nothing',
  replaced: 'never',
  document: {
    name: 'export' as const,
    read: (text) => {
      const request = parseKeyExportRequest(text);
      return { attached: { keyExport: request }, deployment: request.deployment };
    },
  },
  ruled: { by: 'workspace', ops: () => ['keyMaterial'], isInstant: () => false },
  initiators: { roles: ['owner', 'admin'], keyHolder: true },
  objectors: 'all',
  waits: true,
  makesKeyWhole: wholeKeyRequest,
} satisfies KindRecord;

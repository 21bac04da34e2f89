import { parseKeygenRequest } from '../document.ts';
import type { KindRecord } from './kind.ts';

/** A key ceremony. */
export const keygen = {
  moves: 'nothing',
  replaced: 'never',
  document: {
    name: 'request' as const,
    read: (text) => {
      const request = parseKeygenRequest(text);
      return { attached: { keygen: request }, deployment: request.deployment };
    },
  },
  ruled: { by: 'workspace', ops: () => ['keys'], isInstant: () => false },
  initiators: { roles: ['owner', 'admin'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

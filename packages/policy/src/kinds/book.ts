import { parseBookChange } from '../book.ts';
import { staysAsStrict } from '../tighten.ts';
import type { KindRecord } from './kind.ts';

/** A change of the address book. */
export const book = {
  moves: 'nothing',
  replaced: 'never',
  document: {
    name: 'book' as const,
    read: (text) => {
      const change = parseBookChange(text);
      return { attached: { book: change }, deployment: change.deployment };
    },
  },
  ruled: {
    by: 'workspace',
    ops: () => ['addressBook'],
    /** Without a token, what leaves of it by a call counts no more: that is no tightening either. */
    isInstant: (current, _request, { book: change }) =>
      change !== undefined && change.add.length === 0 && !change.tokens && staysAsStrict(current),
  },
  initiators: { roles: ['owner', 'admin', 'operator'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

import { parsePolicy } from '../document.ts';
import { everyOp, isTightening, touchedOps } from '../tighten.ts';
import type { KindRecord } from './kind.ts';

/** The request id by which members say that a change of the rules also lifts a freeze. It is part of what they sign, and every page must say it. */
export const unfreezeRequest = 'unfreeze';

/** The next version of the rules. */
export const policy = {
  moves: 'nothing',
  replaced: 'never',
  document: {
    name: 'document' as const,
    read: (text) => {
      const next = parsePolicy(text);
      return { attached: { next }, deployment: next.deployment };
    },
  },
  ruled: {
    by: 'workspace',
    /** Lifting a freeze opens everything that signs again. */
    ops: (current, request, { next }) => {
      const touched = next ? touchedOps(current, next) : everyOp;
      const opens = touched.length === 0 || request === unfreezeRequest;
      return opens ? [...new Set([...touched, 'keys' as const])] : touched;
    },
    isInstant: (current, request, { next }) =>
      next !== undefined && request !== unfreezeRequest && isTightening(current, next),
  },
  initiators: { roles: ['owner', 'admin'], keyHolder: false },
  objectors: 'asked',
  waits: false,
  liftsFreeze: unfreezeRequest,
} satisfies KindRecord;

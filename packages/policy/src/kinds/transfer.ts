import type { KindRecord } from './kind.ts';

/** Coins leave a sub-wallet. */
export const transfer = {
  moves: 'outputs',
  replaced: 'again',
  document: undefined,
  ruled: { by: 'transactions', type: 'transfer', judged: 'all' },
  initiators: { roles: ['owner', 'admin', 'operator', 'api'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

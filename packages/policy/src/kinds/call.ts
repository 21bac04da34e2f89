import type { KindRecord } from './kind.ts';

/**
 * A method of a contract is called, perhaps with coins of the chain. Its first output is the contract and what goes along; the others, of nothing, are whom it gives
 * something. Of which tokens how much leaves at most stands in its call, and that counts (`ruling.ts`).
 */
export const call = {
  moves: 'call',
  // What is called is never called once more.
  replaced: 'drop',
  document: undefined,
  ruled: { by: 'transactions', type: 'web3', judged: 'all' },
  initiators: { roles: ['owner', 'admin', 'operator', 'api'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

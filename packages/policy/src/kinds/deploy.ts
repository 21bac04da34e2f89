import type { KindRecord } from './kind.ts';

/**
 * A contract is put on the chain: its bytecode and what its constructor is given stand in the intent's call. No coins go along and nothing leaves by it but its fee,
 * so that alone counts; its one output is the account itself. It is made only by a rule that names this very bytecode (`ruling.ts`).
 */
export const deploy = {
  moves: 'deploy',
  // What is deployed is never deployed once more.
  replaced: 'drop',
  document: undefined,
  ruled: { by: 'transactions', type: 'web3', judged: 'fee' },
  initiators: { roles: ['owner', 'admin', 'operator', 'api'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

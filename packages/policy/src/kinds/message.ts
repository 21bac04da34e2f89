import type { KindRecord } from './kind.ts';

/**
 * A message is signed, and no transaction: a text (EIP-191), or typed data (EIP-712). It stands in the intent's call. Its outputs, of nothing, are the contract that is
 * to check it and whom it gives something. What may be taken by it stands in its call, and that counts (`ruling.ts`).
 */
export const message = {
  moves: 'message',
  // There is nothing on the chain to take the place of.
  replaced: 'never',
  document: undefined,
  ruled: { by: 'transactions', type: 'web3', judged: 'all' },
  initiators: { roles: ['owner', 'admin', 'operator', 'api'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

import { addressBytes } from './address.ts';
import { writeMessage } from './protobuf.ts';
import * as schema from './schema.ts';

/** What is done with stake. `amount`: sun; `call` as an intent has it: `energy`, or with a lock `energy lock 28800` (blocks). */
export interface StakeDeed {
  readonly kind: 'stake' | 'unstake' | 'unfrozen' | 'delegate' | 'reclaim';
  readonly from: string;
  /** Who uses what is delegated; the account itself where nobody else is concerned. */
  readonly to: string;
  readonly amount: bigint;
  readonly call: string;
}

/** Between two blocks, milliseconds, as the chain is made: locks are counted in blocks. */
export const blockMs = 3_000;

/** Numbers of java-tron's `ResourceCode`; its third, the right to vote, is not staked for. */
const codes: Readonly<Record<string, bigint>> = { bandwidth: 0n, energy: 1n };

/** The message of a transaction, and its name among the kinds. */
export function stakeContract({ kind, from, to, amount, call }: StakeDeed): {
  readonly name: keyof typeof schema.kinds;
  readonly value: Uint8Array;
} {
  const [word = '', , blocks] = call.split(' ');
  const [owner, resource, receiver] = [addressBytes(from), codes[word] ?? 0n, addressBytes(to)];
  switch (kind) {
    case 'stake':
      return {
        name: 'FreezeBalanceV2Contract',
        value: writeMessage(schema.freezeBalanceV2, { owner, amount, resource }),
      };
    case 'unstake':
      return {
        name: 'UnfreezeBalanceV2Contract',
        value: writeMessage(schema.unfreezeBalanceV2, { owner, amount, resource }),
      };
    case 'unfrozen':
      return { name: 'WithdrawExpireUnfreezeContract', value: writeMessage(schema.withdrawExpireUnfreeze, { owner }) };
    case 'delegate': {
      const lock = blocks === undefined ? {} : { lock: 1n, lockPeriod: BigInt(blocks) };
      const value = writeMessage(schema.delegateResource, { owner, resource, amount, receiver, ...lock });
      return { name: 'DelegateResourceContract', value };
    }
    case 'reclaim':
      return {
        name: 'UnDelegateResourceContract',
        value: writeMessage(schema.unDelegateResource, { owner, resource, amount, receiver }),
      };
  }
}

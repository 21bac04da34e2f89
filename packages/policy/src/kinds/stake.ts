import type { KindRecord, Staking } from './kind.ts';

/** A call names what is staked for, and of a delegation the blocks for which it cannot be taken back. */
export const stakeCall = /^((bandwidth|energy)( lock [1-9]\d{0,6})?)?$/;

/**
 * A wallet's own coins become stake or come back from it. None of it is a payment, so amounts count in no window, but in bounds on one transaction: rules about
 * calls of contracts judge it, and its fee counts. Who asks for it is who may ask for payments.
 */
const staking = <S extends Staking>(judged: 'payees' | 'fee', stake: S) =>
  ({
    moves: 'stake',
    replaced: 'never',
    document: undefined,
    ruled: { by: 'transactions', type: 'web3', judged },
    initiators: { roles: ['owner', 'admin', 'operator', 'api'], keyHolder: false },
    objectors: 'asked',
    waits: false,
    staking: stake,
  }) satisfies KindRecord;

/** Coins are staked for a resource. */
export const stake = staking('fee', { amount: true, receiver: false, lock: false });
/** Staked coins begin to come back. */
export const unstake = staking('fee', { amount: true, receiver: false, lock: false });
/** Coins that have come back are available again: all of them. */
export const unfrozen = staking('fee', { amount: false, receiver: false, lock: false });
/** Another account uses what comes of staked coins: it is judged as a payee is. */
export const delegate = staking('payees', {
  amount: true,
  receiver: true,
  lock: true,
});
/** What was delegated is used by the wallet itself again. */
export const reclaim = staking('fee', { amount: true, receiver: true, lock: false });

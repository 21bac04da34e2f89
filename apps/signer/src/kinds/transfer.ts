import { conflict } from '../admission/conflict.ts';
import { earlierPayments } from '../admission/earlier.ts';
import { keyGroup, notClosed, walletOwnsAddress } from '../admission/identity.ts';
import { bid, callback, feeBudget, quorum, velocity } from '../admission/limits.ts';
import { addressBook, notFrozen, notQuarantined } from '../admission/rules.ts';
import { decodeAndCompare, feeCaps, lifetime, rebuild } from '../admission/transaction.ts';
import { type AdmittedKind, need } from '../admission/types.ts';

/** Coins leave: the transaction is built here, read again, bound to what the chain takes once, counted, and shown to the operator's hook. */
export const transfer: AdmittedKind = {
  peer: 'server',
  steps: [
    keyGroup,
    walletOwnsAddress,
    notFrozen,
    notQuarantined,
    notClosed,
    addressBook,
    rebuild,
    decodeAndCompare,
    feeCaps,
    lifetime,
    conflict,
    earlierPayments,
    velocity,
    feeBudget,
    bid,
    quorum,
    callback,
  ],
  shown: (_request, draft) => ({ tx: need(draft, 'unsigned').bytes }),
};

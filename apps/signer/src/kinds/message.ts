import { keyGroup, notClosed, walletOwnsAddress } from '../admission/identity.ts';
import { callback, quorum, velocity } from '../admission/limits.ts';
import { message as hashed } from '../admission/message.ts';
import { addressBook, notFrozen, notQuarantined } from '../admission/rules.ts';
import { type AdmittedKind, need } from '../admission/types.ts';

/** A message is signed: it is hashed here, counted as what may be taken by it, and shown to the operator's hook. There is no fee, no nonce and nothing to build. */
export const message: AdmittedKind = {
  peer: 'server',
  steps: [
    keyGroup,
    walletOwnsAddress,
    notFrozen,
    notQuarantined,
    notClosed,
    addressBook,
    hashed,
    velocity,
    quorum,
    callback,
  ],
  shown: (_request, draft) => ({ message: need(draft, 'unsigned').bytes }),
};

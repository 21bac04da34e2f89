import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** Somebody may take so much: a transaction is made of it as of a payment of all that, so everything that a payment is asked for is asked for here. */
export const allowance: AdmittedKind = transfer;

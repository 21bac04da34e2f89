import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** Coins become stake, or come back from it: a transaction is made of it as of a payment, so everything that a payment is asked for is asked for here. */
export const staking: AdmittedKind = transfer;

import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** A contract is called: everything that a payment is asked for is asked for here. What it may do, and whether it says so, the rules judge. */
export const call: AdmittedKind = transfer;

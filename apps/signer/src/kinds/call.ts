import { inTime } from '../admission/transaction.ts';
import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** A contract is called: everything that a payment is asked for is asked for here. What it may do, and whether it says so, the rules judge; of a swap its time, too. */
export const call: AdmittedKind = { ...transfer, steps: [...transfer.steps, inTime] };

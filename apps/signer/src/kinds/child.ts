import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** An own output, spent to pay for the transaction that it came by: everything that a payment is asked for. That it spends that one's output the builder holds it to. */
export const child: AdmittedKind = transfer;

import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** An output that leaves whole: everything that a payment is asked for. That it is the one that was named, and goes to the payee undivided, the builder holds it to. */
export const inscription: AdmittedKind = transfer;

import { attachedDocument } from '../admission/rules.ts';
import { samePayment } from '../admission/same-payment.ts';
import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** A payment once more: everything that it was asked for, and that it is the same. */
export const speedup: AdmittedKind = { ...transfer, steps: [...transfer.steps, attachedDocument, samePayment] };

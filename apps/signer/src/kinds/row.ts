import { rowOfBatch } from '../admission/row-of-batch.ts';
import { attachedDocument } from '../admission/rules.ts';
import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** One payment of a batch: everything that a payment is asked for, of the row or of its batch, and that it is what the batch makes of it. */
export const row: AdmittedKind = { ...transfer, steps: [...transfer.steps, attachedDocument, rowOfBatch] };

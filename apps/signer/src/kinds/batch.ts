import { byRows } from '../admission/row-of-batch.ts';
import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** Nothing is ever signed of a batch itself: its rows are asked for, one by one. */
export const batch: AdmittedKind = { ...transfer, steps: [...transfer.steps, byRows] };

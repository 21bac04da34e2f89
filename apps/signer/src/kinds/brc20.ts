import type { AdmittedKind } from '../admission/types.ts';
import { batch } from './batch.ts';
import { row } from './row.ts';

/** Nothing is ever signed of the payment itself: its steps are asked for, one by one. */
export const brc20: AdmittedKind = batch;
/** One transaction of it: everything that a payment is asked for, and that it is the step that the payment makes of that place. */
export const step: AdmittedKind = row;

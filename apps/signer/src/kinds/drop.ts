import type { AdmittedKind } from '../admission/types.ts';
import { speedup } from './speedup.ts';

/** Nothing in the place of a payment: everything that the same payment for more is asked for. */
export const drop: AdmittedKind = speedup;

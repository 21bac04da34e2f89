import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** A contract is deployed: everything that a payment is asked for is asked for here. That a rule names its bytecode, and what its constructor is given, the rules judge. */
export const deploy: AdmittedKind = transfer;

import { contractStands } from '../admission/contract.ts';
import type { AdmittedKind } from '../admission/types.ts';
import { transfer } from './transfer.ts';

/** Many payees of one transaction: everything that a payment is asked for, and that the contract is there, where one pays them. */
export const disperse: AdmittedKind = { ...transfer, steps: [...transfer.steps, contractStands] };

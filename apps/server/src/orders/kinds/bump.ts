import type { OrderKindRecord } from './kind.ts';
import { speedup } from './speedup.ts';

/** A payment under way once more by its own intent, for a fee within what was approved for it: a rule asks for it, and no person (`bumps.ts`). */
export const bump: OrderKindRecord = { ...speedup, intent: 'transfer', isAgain: true, misfit: () => 'kind' };

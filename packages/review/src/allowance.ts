import { type Intent, isEndless, isRevocation } from '@holdfast/policy';

/** What an allowance lets somebody take: so much, everything there is and comes, or nothing any more. */
export const allowanceTold = (intent: Intent): 'limited' | 'endless' | 'none' =>
  isRevocation(intent) ? 'none' : isEndless(intent) ? 'endless' : 'limited';

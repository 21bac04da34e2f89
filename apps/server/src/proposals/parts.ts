import type { ProposalDeps } from './deps.ts';
import type { createJudge } from './judge.ts';

/** What making and deciding proposals works with: the ports, the judge of the rules in force, and the call that wakes the workers. */
export interface ProposalParts extends ProposalDeps, ReturnType<typeof createJudge> {
  readonly wake: () => void;
}

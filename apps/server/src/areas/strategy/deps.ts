import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import type { createCases } from './cases.ts';

export interface StrategyDeps {
  readonly db: Db;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
}

/** What every change says: the version it was made from, and why. */
export interface Change {
  readonly version: string;
  readonly remark: string;
}

/** What the use cases work with: the ports, and the test cases that are kept. */
export interface RulesDeps extends StrategyDeps {
  readonly cases: ReturnType<typeof createCases>;
}

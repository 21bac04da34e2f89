import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import type { createEvaluations } from './evaluations.ts';

export interface TodoAsk {
  readonly status: number;
  readonly scope: 'all' | 'mine' | 'asked';
  readonly itemType?: number | undefined;
  readonly keyword?: string | undefined;
  readonly page: number;
  readonly size: number;
}

export interface TodoDeps {
  readonly db: Db;
  readonly orders: Pick<OrdersService, 'policy' | 'approvals' | 'decided' | 'approvalUrl' | 'evaluation'>;
  readonly proposals: Pick<ProposalsService, 'approvals' | 'approvalUrl' | 'decided' | 'evaluation' | 'rulesOf'>;
}

/** What the use cases work with: the ports, and the evaluations that are known. */
export interface TodoParts extends TodoDeps {
  readonly evaluations: ReturnType<typeof createEvaluations>;
}

import type { Catalog } from '../../catalog.ts';
import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import type { createBoards } from './board.ts';
import type { createEvaluations } from './evaluations.ts';

export interface TodoAsk {
  readonly status: number;
  readonly scope: 'all' | 'mine' | 'asked';
  readonly itemType?: number | undefined;
  readonly keyword?: string | undefined;
  /** When it was asked for: from the one moment on, and before the other. */
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  /** Whoever searches reads the address book too. */
  readonly book?: boolean;
  readonly page: number;
  readonly size: number;
}

export interface TodoDeps {
  readonly db: Db;
  /** By which dollars that are searched for are amounts. */
  readonly catalog: Pick<Catalog, 'coins' | 'price'>;
  readonly orders: Pick<OrdersService, 'policy' | 'approvals' | 'decided' | 'approvalUrl' | 'evaluation'>;
  readonly proposals: Pick<
    ProposalsService,
    'approvals' | 'approvalUrl' | 'decided' | 'evaluation' | 'rulesOf' | 'rivals' | 'overtaker'
  >;
}

/** What the use cases work with: the ports, and what is known of earlier looks. */
export interface TodoParts extends TodoDeps {
  readonly boards: ReturnType<typeof createBoards>;
  readonly evaluations: ReturnType<typeof createEvaluations>;
}

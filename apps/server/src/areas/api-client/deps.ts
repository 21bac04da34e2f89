import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import type { WalletService } from '../wallet/service.ts';
import type * as rules from './rules.ts';

export interface ApiClientDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly wallets: Pick<WalletService, 'namesOf'>;
}

export interface Ask extends rules.Named, rules.Limits {
  readonly remark: string;
}

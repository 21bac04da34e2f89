import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import type { Signer } from '../../signers/client.ts';
import type { SessionService } from '../session/service.ts';
import type { WalletService } from '../wallet/service.ts';

export interface TeamDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: SessionService;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly wallets: Pick<WalletService, 'namesOf'>;
  /** Where browsers reach the console, without a trailing slash. */
  readonly origin: string;
  /** Keys are made on their pages. */
  readonly signers: readonly Pick<Signer, 'name' | 'origin'>[];
}

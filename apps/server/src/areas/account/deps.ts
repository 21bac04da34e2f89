import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { Signer } from '../../signers/client.ts';
import type { SessionService } from '../session/service.ts';

export interface AccountDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: SessionService;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly signers: readonly Pick<Signer, 'name' | 'origin'>[];
  /** Where browsers reach the console, without a trailing slash. */
  readonly origin: string;
  /** How long a reset waits, for whoever may stop it. */
  readonly resetDelayMs: number;
}

import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Notifier } from '../../jobs/notifier.ts';
import type { CurrentPolicy } from '../../orders/deps.ts';
import type { ProposalsService } from '../../proposals/service.ts';
import type { Signer } from '../../signers/client.ts';
import type { SignerMonitor } from '../../signers/monitor.ts';

export interface KeyMaterialDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly signers: readonly Signer[];
  readonly monitor: SignerMonitor;
  readonly proposals: ProposalsService;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly notifier: Notifier;
}

export const freshMs = 1_000;

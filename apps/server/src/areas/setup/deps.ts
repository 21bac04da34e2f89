import type { AuditService } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import type { SignerMonitor } from '../../signers/monitor.ts';
import type { SessionService } from '../session/service.ts';
import type { WalletService } from '../wallet/service.ts';

export interface SetupDeps {
  readonly db: Db;
  readonly sessions: SessionService;
  readonly wallets: WalletService;
  readonly monitor: SignerMonitor;
  readonly audit: AuditService;
  /** Where browsers reach the console. */
  readonly origin: string;
  /** Where the set-up token lies as long as there is no owner. */
  readonly setupTokenFile: string;
}

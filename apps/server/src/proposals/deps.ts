import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { Book } from '@holdfast/policy';
import type { AuditService } from '../audit/service.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Notifier } from '../jobs/notifier.ts';
import type { CurrentPolicy, Log } from '../orders/deps.ts';
import type { Signer } from '../signers/client.ts';
import type { SignerMonitor } from '../signers/monitor.ts';

/** What proposals need of the server around them. */
export interface ProposalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly signers: readonly Signer[];
  readonly monitor: Pick<SignerMonitor, 'silent'>;
  /** The policy that is in force at the signers; refuses before set-up. */
  readonly policy: () => Promise<CurrentPolicy>;
  /** Looks at once what the signers have in force now. */
  readonly refreshPolicy: () => Promise<void>;
  /** Has a signer been told to stop? Then nothing is instant. */
  readonly frozen: () => Promise<boolean>;
  readonly notifier: Notifier;
  readonly audit: Pick<AuditService, 'recorder'>;
  /** Where browsers reach the console, without a trailing slash. */
  readonly origin: string;
  /** How long members have to decide. */
  readonly validForMs: number;
  readonly log: Log;
}

/** Reads the address book as every signer has it, as far as the server knows. */
export interface BookReader {
  readonly book: (workspaceId: WorkspaceId) => Promise<Book>;
}

export interface Proposer {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
}

import type { ChainConfig, KeyAt } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { GraceRules, PolicyDocument } from '@holdfast/policy';
import type { AuditService } from '../audit/service.ts';
import type { Catalog } from '../catalog.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Notifier } from '../jobs/notifier.ts';
import type { Ordinals } from '../ordinals/service.ts';
import type { Quotes } from '../rules/quotes.ts';
import type { Signer } from '../signers/client.ts';
import type { SignerMonitor } from '../signers/monitor.ts';

export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}
export interface CurrentPolicy {
  readonly document: PolicyDocument;
  readonly text: string;
  readonly hash: string;
  /** What signers go on holding payments to although these rules are looser. */
  readonly graceRules: readonly GraceRules[];
}

/** What everything about orders needs of the server around it. */
export interface OrderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly signers: readonly Signer[];
  readonly monitor: Pick<SignerMonitor, 'silent'>;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  /** The policy that is in force at the signers; refuses before set-up. */
  readonly policy: () => Promise<CurrentPolicy>;
  readonly quotes: Quotes;
  /** Who says what addresses have of BRC-20; missing where nobody does. */
  readonly ordinals?: Pick<Ordinals, 'balance'>;
  readonly notifier: Notifier;
  readonly audit: Pick<AuditService, 'recorder'>;
  /** Where browsers reach the console, without a trailing slash. */
  readonly origin: string;
  /** How long members have to decide. */
  readonly validForMs: number;
  readonly log: Log;
}

/** What signing needs besides. */
export interface SignDeps extends OrderDeps {
  readonly keyAt: (keyGroup: string) => Promise<KeyAt>;
}

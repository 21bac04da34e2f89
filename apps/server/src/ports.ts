import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { Prices } from '@holdfast/prices';
import type { FastifyBaseLogger } from 'fastify';
import type { PasswordCost } from './areas/session/password.ts';
import type { AuditService } from './audit/service.ts';
import type { Catalog } from './catalog.ts';
import type { NodeWatch } from './chainwatch/node-watch.ts';
import type { ChainWatch } from './chainwatch/service.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { Db } from './db/database.ts';
import type { Lists } from './db/lists.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { Notifier } from './jobs/notifier.ts';
import type { CurrentPolicy } from './orders/deps.ts';
import type { OrdersService } from './orders/service.ts';
import type { Ordinals } from './ordinals/service.ts';
import type { PushKey } from './outgoing/push.ts';
import type { ProposalsService } from './proposals/service.ts';
import type { SecretBox } from './secrets.ts';
import type { Signer } from './signers/client.ts';
import type { SignerMonitor } from './signers/monitor.ts';

/** What everything stands on. Made once, in app.ts; whoever needs some of it takes it by these names. */
export interface Ports {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly db: Db;
  /** What shows rows and decides nothing. */
  readonly lists: Lists;
  readonly catalog: Catalog;
  /** What coins are worth, as this server reads it. */
  readonly prices: Prices;
  readonly secrets: SecretBox;
  /** By which browsers know what this server pushes. */
  readonly pushKey: PushKey;
  /** Of new password hashes; undefined: as RFC 9106 recommends. */
  readonly passwordCost: PasswordCost | undefined;
  readonly signers: readonly Signer[];
  readonly monitor: SignerMonitor;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  /** How each node answers these readers. */
  readonly nodes: NodeWatch;
  readonly audit: AuditService;
  readonly notifier: Notifier;
  readonly limiter: RateLimiter;
  /** Where browsers reach the console, without a trailing slash. */
  readonly origin: string;
  /** How long members have to decide. */
  readonly validForMs: number;
  /** How long a reset of somebody's password or authenticator waits. */
  readonly resetDelayMs: number;
}

/** What moves money and changes rules, over the ports and the rules in force. */
export interface Engines {
  /** The policy that is in force at the signers; refuses before set-up. */
  readonly policy: () => Promise<CurrentPolicy>;
  readonly orders: OrdersService;
  readonly proposals: ProposalsService;
  readonly watch: ChainWatch;
  /** Who says what is inscribed on the sats of a chain. */
  readonly ordinals: Ordinals;
}

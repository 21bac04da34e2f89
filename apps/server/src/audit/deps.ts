import type { Identity } from '@holdfast/channel';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Signer } from '../signers/client.ts';
import type { logIdentity } from './checkpoints.ts';
import type { createPublisher } from './publish.ts';

export interface AuditDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly signers: readonly Signer[];
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Folder for the checkpoints (publish.ts). */
  readonly checkpointDir?: string | undefined;
}

/** What the use cases work with: the ports, who signs the log, and where its checkpoints are left. */
export interface LogDeps extends AuditDeps {
  readonly own: ReturnType<typeof logIdentity>;
  readonly publish: ReturnType<typeof createPublisher> | undefined;
}

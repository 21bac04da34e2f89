import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { FastifyBaseLogger } from 'fastify';
import type { Catalog } from '../catalog.ts';
import type { ServerConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Notifier } from '../jobs/notifier.ts';

export interface OrdinalDeps {
  readonly db: Db;
  readonly config: ServerConfig;
  readonly catalog: Catalog;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  readonly notifier: Notifier;
  readonly log: FastifyBaseLogger;
  readonly wakeOrders: () => void;
}

import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { Recorder } from '../audit/service.ts';
import type { Catalog } from '../catalog.ts';
import type { Db } from '../db/database.ts';
import type { Notifier } from '../jobs/notifier.ts';

export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}
export interface WatchDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  readonly notifier: Notifier;
  readonly log: Log;
  /** Tells the audit log of a block that was set aside, and of one that was taken in after all. */
  readonly recordAside: Recorder;
  /** Something happened that orders may wait for. */
  readonly wakeOrders: () => void;
}

/** Everything about following one chain. */
export interface ChainDeps extends WatchDeps {
  readonly chain: ChainConfig;
  readonly reader: ChainReader;
}

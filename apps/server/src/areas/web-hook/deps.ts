import type { BlockList } from 'node:net';
import type { Catalog } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { SecretBox } from '../../secrets.ts';

export interface WebHookDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly catalog: Pick<Catalog, 'chain'>;
  /** Private addresses that the operator has named. */
  readonly allowed: BlockList;
  /** From 0 to 1, for the pauses. */
  readonly random: () => number;
}

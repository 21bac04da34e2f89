import type { Catalog } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { AddressBookService } from './service.ts';

export interface PersonalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly book: Pick<AddressBookService, 'entries'>;
}

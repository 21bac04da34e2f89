import type { Catalog } from '../../catalog.ts';
import type { ChainWatch } from '../../chainwatch/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { AddressBookService } from '../address-book/service.ts';
import type { Who, WithdrawService } from '../withdraw/service.ts';

export interface BatchDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly orders: OrdersService;
  readonly watch: ChainWatch;
  readonly book: Pick<AddressBookService, 'findAll' | 'memoNeeders'>;
  readonly withdraws: WithdrawService;
}
export type { Who };

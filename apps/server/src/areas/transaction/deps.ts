import type { Catalog } from '../../catalog.ts';
import type { ChainWatch } from '../../chainwatch/service.ts';
import type { Db } from '../../db/database.ts';
import type { Lists } from '../../db/lists.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { WalletService } from '../wallet/service.ts';

export interface TransactionDeps {
  readonly db: Db;
  readonly lists: Lists;
  readonly catalog: Catalog;
  readonly wallets: Pick<WalletService, 'namesOf'>;
  readonly orders: Pick<OrdersService, 'policy' | 'order' | 'events' | 'approvals' | 'decided' | 'evaluation'>;
  readonly watch: Pick<ChainWatch, 'rescan' | 'unfreeze'>;
}

import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { CallerRole, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import type { ChainWatch } from '../../chainwatch/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { AddressBookService } from '../address-book/service.ts';
import type { WalletService } from '../wallet/service.ts';
import type { Asked } from './rules.ts';

export interface WithdrawDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly watch: ChainWatch;
  readonly book: Pick<AddressBookService, 'find' | 'openFrom' | 'memoNeeded' | 'payeeWaiting'>;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  /** Has somebody stopped all signing? */
  readonly frozen: () => Promise<boolean>;
}
export interface Who {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
  readonly role: CallerRole;
}
export type Ask = Omit<Asked, 'sub_wallet_id'> & { readonly sub_wallet_id: SubWalletId };

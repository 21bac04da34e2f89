import type { ChainWatch } from '../../chainwatch/service.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { Ports } from '../../ports.ts';
import type { AddressBookService } from '../address-book/service.ts';
import type { Web3Service } from '../web3/service.ts';
import type { Who, WithdrawService } from '../withdraw/service.ts';

export interface BatchDeps extends Pick<Ports, 'db' | 'clock' | 'catalog' | 'readerOf'> {
  readonly orders: OrdersService;
  readonly watch: ChainWatch;
  readonly book: Pick<AddressBookService, 'findAll' | 'memoNeeders'>;
  readonly withdraws: WithdrawService;
  readonly web3: Web3Service;
}
export type { Who };

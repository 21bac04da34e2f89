import type { OrdersService } from '../../orders/service.ts';
import type { Ports } from '../../ports.ts';
import type { WalletService } from '../wallet/service.ts';
import type { Web3Service } from '../web3/service.ts';
import type { WithdrawService } from '../withdraw/service.ts';
import type { ZeroEx } from './zero-ex.ts';

export interface TradeDeps extends Pick<Ports, 'db' | 'catalog' | 'clock' | 'readerOf' | 'validForMs' | 'log'> {
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly withdraws: WithdrawService;
  readonly web3: Web3Service;
  /** Undefined where no such service is configured. */
  readonly zeroEx: ZeroEx;
}

import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { Catalog } from '../../catalog.ts';
import type { WalletService } from '../wallet/service.ts';
import type { BookModeDeps, createBookMode } from './mode.ts';

export interface AddressBookDeps extends BookModeDeps {
  readonly catalog: Catalog;
  readonly wallets: Pick<WalletService, 'subWallet' | 'balances'>;
  readonly readerOf: (chain: ChainConfig) => Pick<ChainReader, 'isContract'>;
}

/** What the use cases work with: the ports, and the mode. */
export interface BookDeps extends AddressBookDeps {
  readonly mode: ReturnType<typeof createBookMode>;
}

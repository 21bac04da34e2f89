import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { WorkspaceId } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import type { WalletService } from '../wallet/service.ts';
import type { BookModeDeps, createBookMode } from './mode.ts';
import type { EntryRow } from './queries.ts';

export interface AddressBookDeps extends BookModeDeps {
  readonly catalog: Catalog;
  readonly wallets: Pick<WalletService, 'subWallet' | 'balances'>;
  readonly readerOf: (chain: ChainConfig) => Pick<ChainReader, 'isContract'>;
}

/** What the use cases work with: the ports, and the mode. */
export interface BookDeps extends AddressBookDeps {
  readonly mode: ReturnType<typeof createBookMode>;
  /** All that is listed, read once for those who pay at the same moment. */
  readonly listed: (workspaceId: WorkspaceId) => Promise<readonly EntryRow[]>;
}

import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import type { AddressId, DepositId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import type { Address, WalletService } from '../wallet/service.ts';
import * as queries from './queries.ts';

export interface DepositDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly signers: readonly Signer[];
  readonly origin: string;
}
export interface DepositAddress {
  readonly row: Address;
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
  /** The first user address, which the screens show unless another is chosen. */
  readonly common: boolean;
}
export type DepositService = ReturnType<typeof createDeposit>;

/** Deposit addresses and what people write about deposits. Seeing and crediting deposits is the chain watcher's business. */
export function createDeposit({ db, catalog, wallets, signers, origin }: DepositDeps) {
  async function userAddresses(
    workspaceId: WorkspaceId,
    subWalletId: SubWalletId,
    chain: ChainConfig,
  ): Promise<Address[]> {
    const wallet = await wallets.subWallet(workspaceId, subWalletId);
    const rows = (await wallets.addresses(workspaceId, subWalletId)).filter(
      (row) => row.chain === chain.id && row.branch === 0,
    );
    if (wallet.status !== 'active' || rows.length === 0) throw refuse('subWalletBeingCreated', {});
    return rows;
  }
  const described = (row: Address, symbol: string): DepositAddress & { address: string } => {
    const { chain, asset } = catalog.coin(symbol);
    return { row, chain, asset, common: row.index === 0, address: row.address };
  };

  return {
    async address(workspaceId: WorkspaceId, subWalletId: SubWalletId, symbol: string) {
      const { chain } = catalog.coin(symbol);
      const [first] = await userAddresses(workspaceId, subWalletId, chain);
      if (!first) throw refuse('subWalletBeingCreated', {});
      return described(first, symbol);
    },
    /** The first ready sub-wallet's address: the workspace's default. */
    async defaultAddress(workspaceId: WorkspaceId, symbol: string) {
      const first = (await wallets.subWallets(workspaceId)).find(({ status }) => status === 'active');
      if (!first) throw refuse('walletNotFound', {});
      return { subWalletId: first.id, ...(await this.address(workspaceId, first.id, symbol)) };
    },
    async create(
      workspaceId: WorkspaceId,
      subWalletId: SubWalletId,
      symbol: string,
      count: number,
      label: string | undefined,
    ) {
      const { chain } = catalog.coin(symbol);
      if (count < 1 || count > 100) throw refuse('tooManyRows', { max: 100 });
      const made = await wallets.createAddresses({ workspaceId, subWalletId, chain, branch: 0 }, count);
      if (label !== undefined) for (const row of made) await queries.setLabel(db, workspaceId, row.id, label);
      return made.map((row) => described(label === undefined ? row : { ...row, label }, symbol));
    },
    async list(
      workspaceId: WorkspaceId,
      subWalletId: SubWalletId,
      symbol: string,
      ask: { keyword: string; page: number; size: number },
    ) {
      const { chain, asset } = catalog.coin(symbol);
      await wallets.subWallet(workspaceId, subWalletId);
      return {
        asset,
        ...(await queries.findAddresses(db, {
          workspaceId,
          subWalletId,
          chain: chain.id,
          symbol,
          family: chain.family,
          ...ask,
        })),
      };
    },
    async setLabel(workspaceId: WorkspaceId, id: AddressId, label: string): Promise<void> {
      if (!(await queries.setLabel(db, workspaceId, id, label))) throw refuse('addressNotFound', {});
    },
    async setRemark(workspaceId: WorkspaceId, id: DepositId, remark: string): Promise<void> {
      if (!(await queries.setRemark(db, workspaceId, id, remark))) throw refuse('depositNotFound', {});
    },
    /** Where a signer shows this address on its own origin. */
    verifyUrl(row: Address): string {
      const query = new URLSearchParams({ chain: row.chain, path: row.path, return: `${origin}/mpc` });
      return `${signers[0]?.origin ?? origin}/#/address?${query}`;
    },
  };
}

import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import type { AddressId, DepositId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog } from '../../catalog.ts';
import { modelOf } from '../../chains/models.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isFrozen } from '../../ledger/service.ts';
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
      record: Recorder,
    ) {
      const { chain } = catalog.coin(symbol);
      if (count < 1 || count > 100) throw refuse('tooManyRows', { max: 100 });
      const made = await wallets.createAddresses({ workspaceId, subWalletId, chain, branch: 0 }, count, record);
      if (label !== undefined)
        await inTransaction(db, async (tx) => {
          for (const row of made) await queries.setLabel(tx, workspaceId, row.id, label);
          const detail = { addresses: made.map(({ id }) => id).join(' ') };
          await record(tx, { object: `subWallet:${subWalletId}`, detail, after: { label } });
        });
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
      const { rows, total } = await queries.findAddresses(db, { workspaceId, subWalletId, chain: chain.id, ...ask });
      const addresses = rows.map(({ address }) => address);
      const units = await modelOf(chain).holdings.atAddresses(db, { chain: chain.id, subWalletId, symbol, addresses });
      return { asset, total, rows: rows.map((row) => ({ ...row, balance: units.get(row.address) ?? 0n })) };
    },
    setLabel: (workspaceId: WorkspaceId, id: AddressId, label: string, record: Recorder): Promise<void> =>
      inTransaction(db, async (tx) => {
        const before = await queries.labelOf(tx, workspaceId, id);
        if (before === undefined) throw refuse('addressNotFound', {});
        await queries.setLabel(tx, workspaceId, id, label);
        await record(tx, { object: `address:${id}`, before: { label: before }, after: { label } });
      }),
    setRemark: (workspaceId: WorkspaceId, id: DepositId, remark: string, record: Recorder): Promise<void> =>
      inTransaction(db, async (tx) => {
        const before = await queries.remarkOf(tx, workspaceId, id);
        if (before === undefined) throw refuse('depositNotFound', {});
        await queries.setRemark(tx, workspaceId, id, remark);
        await record(tx, { object: `deposit:${id}`, before: { remark: before }, after: { remark } });
      }),
    /** Are transfers of this coin stopped, because books and chain differ? */
    suspended: (workspaceId: WorkspaceId, symbol: string): Promise<boolean> => isFrozen(db, workspaceId, [symbol]),
    /** Where a signer shows this address on its own origin. */
    verifyUrl(row: Address): string {
      const place = { chain: row.chain, path: row.path, keyGroup: row.key_group_id };
      const query = new URLSearchParams({ ...place, return: `${origin}/mpc` });
      return `${signers[0]?.origin ?? origin}/#/address?${query}`;
    },
  };
}

import { createHash } from 'node:crypto';
import { branchFor, type ChainConfig } from '@holdfast/chains';
import type { AddressId, DepositId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { canonicalText } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Asset, Coin } from '../../catalog.ts';
import { factsOf } from '../../chains/facts.ts';
import { modelOf } from '../../chains/models.ts';
import { coinStops, type Stopped } from '../../coin-stops.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import { type Address, addressForm, demandReady, formName, type WalletService } from '../wallet/service.ts';
import { createMemo, listMemos } from './memos.ts';
import * as queries from './queries.ts';
import { type RecallDeps, recall } from './recall.ts';

export interface DepositDeps extends RecallDeps {
  readonly db: Db;
  readonly signers: readonly Signer[];
  readonly origin: string;
}
export interface DepositAddress {
  readonly row: Address;
  readonly asset: Asset;
  /** The first user address, which the screens show unless another is chosen. */
  readonly common: boolean;
  /** What its form is called; '' where the chain has one alone. */
  readonly form: string;
}
export type DepositService = ReturnType<typeof createDeposit>;

/** One coin's deposits of one sub-wallet. */
interface Of {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly coin: Coin;
}

/** Also of a coin that was closed since. @throws subWalletBeingCreated, coinClosed where it never was open */
async function firstUserAddress(wallets: WalletService, { workspaceId, subWalletId, coin }: Of): Promise<Address> {
  const { chain } = coin;
  const wallet = await wallets.subWallet(workspaceId, subWalletId);
  const [first] = await wallets.firstAddresses(workspaceId, subWalletId, [chain]);
  if (wallet.status === 'active' && !first) await wallets.demandOpen(workspaceId, coin);
  demandReady(wallet);
  if (!first) throw refuse('subWalletBeingCreated', {});
  return first;
}

const described = (row: Address, { asset, chain }: Coin): DepositAddress => ({
  row,
  asset,
  form: formName(chain, row.branch),
  common: (row.index === 0 && row.branch === 0) || !factsOf(chain).manyAddresses,
});

const address = async ({ wallets }: DepositDeps, of: Of): Promise<DepositAddress> =>
  described(await firstUserAddress(wallets, of), of.coin);

interface NewAddresses {
  readonly count: number;
  readonly label: string | undefined;
  /** Where keys of the chain have several forms of address; '' is the usual one. */
  readonly form?: string | undefined;
  /** Of the caller's own: the same one is given the same addresses again. */
  readonly requestId?: string | undefined;
}

/** @throws invalidParameters for a form that the chain has not, tooManyRows, coinClosed, duplicateRequest */
async function create(
  { db, wallets }: DepositDeps,
  { workspaceId, subWalletId, coin }: Of,
  { count, label, form = '', requestId }: NewAddresses,
  record: Recorder,
): Promise<DepositAddress[]> {
  const { chain } = coin;
  if (count < 1 || count > 100) throw refuse('tooManyRows', { max: 100 });
  await wallets.demandOpen(workspaceId, coin);
  const which = addressForm(chain, form);
  if (which === undefined) throw refuse('invalidParameters', { field: 'addr_form' });
  const body = canonicalText({
    wallet: String(subWalletId),
    chain: chain.id,
    count: String(count),
    label: label ?? '',
    form,
  });
  const request =
    requestId === undefined ? undefined : { id: requestId, hash: createHash('sha256').update(body).digest('hex') };
  const place = { workspaceId, subWalletId, chain, branch: branchFor.user(which) };
  const made = await wallets.createAddresses(place, { count, request }, record);
  if (label !== undefined)
    await inTransaction(db, async (tx) => {
      for (const row of made) await queries.setLabel(tx, workspaceId, row.id, label);
      const detail = { addresses: made.map(({ id }) => id).join(' ') };
      await record(tx, { object: `subWallet:${subWalletId}`, detail, after: { label } });
    });
  return made.map((row) => described(label === undefined ? row : { ...row, label }, coin));
}

/** One page of a sub-wallet's addresses with what is at each of them, base units. */
async function list(
  { db, wallets }: DepositDeps,
  { workspaceId, subWalletId, coin: { chain, asset } }: Of,
  page: Pick<queries.AddressAsk, 'keyword' | 'page' | 'size'>,
) {
  await wallets.subWallet(workspaceId, subWalletId);
  const { rows, total, bounded } = await queries.findAddresses(db, {
    workspaceId,
    subWalletId,
    chain: chain.id,
    ...page,
  });
  const addresses = rows.map((row) => row.address);
  const units = await modelOf(chain).holdings.atAddresses(db, {
    chain: chain.id,
    subWalletId,
    assetId: asset.id,
    addresses,
  });
  return { asset, total, bounded, rows: rows.map((row) => ({ ...row, balance: units.get(row.address) ?? 0n })) };
}

/** Deposit addresses and what people write about deposits. Seeing and crediting deposits is the chain watcher's business. */
export function createDeposit(deps: DepositDeps) {
  const { db, wallets, signers, origin } = deps;
  return {
    address: (of: Of) => address(deps, of),
    /** The first ready sub-wallet's address: the workspace's default. @throws walletNotFound */
    async defaultAddress(workspaceId: WorkspaceId, coin: Coin) {
      const first = await wallets.firstReady(workspaceId);
      if (!first) throw refuse('walletNotFound', {});
      return { subWalletId: first.id, ...(await address(deps, { workspaceId, subWalletId: first.id, coin })) };
    },
    create: (of: Of, wanted: Parameters<typeof create>[2], record: Recorder) => create(deps, of, wanted, record),
    recall: (chain: ChainConfig, wallet: string, txid: string) => recall(deps, chain, wallet, txid),
    list: (of: Of, page: Parameters<typeof list>[2]) => list(deps, of, page),
    /** Comments of customers at the sub-wallet's address. */
    async memos(of: Of, page: Parameters<typeof listMemos>[2]) {
      const { row: at } = await address(deps, of);
      return { at, ...(await listMemos(db, { workspaceId: of.workspaceId, addressId: at.id }, page)) };
    },
    async createMemo(of: Of, wanted: Parameters<typeof createMemo>[3], record: Recorder) {
      await wallets.demandOpen(of.workspaceId, of.coin);
      const { row: at } = await address(deps, of);
      const place = { workspaceId: of.workspaceId, addressId: at.id };
      return { at, row: await createMemo(db, place, of.coin, wanted, record) };
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
    deployment: () => wallets.deployment(),
    /** Why this coin is not to be sent here now; what comes all the same is booked. */
    async stopped(workspaceId: WorkspaceId, coin: Coin): Promise<Stopped | ''> {
      const [stops, opened] = await Promise.all([coinStops(db, workspaceId), wallets.opened(workspaceId)]);
      return stops.deposit(coin, opened.isOpen(coin.chain.id, coin.asset.contract));
    },
    /** Where a signer shows this address on its own origin. */
    verifyUrl(row: Address): string {
      const place = { chain: row.chain, path: row.path, keyGroup: row.key_group_id };
      const query = new URLSearchParams({ ...place, return: `${origin}/mpc` });
      return `${signers[0]?.origin ?? origin}/#/address?${query}`;
    },
  };
}

import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog } from '../../catalog.ts';
import { factsOf } from '../../chains/facts.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import { ensureAddresses } from './addresses.ts';
import type { BalanceReader } from './ledger-port.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export interface WalletDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly signers: readonly Signer[];
  readonly ledger: BalanceReader;
}
export interface NewSubWallet {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly type: number;
  readonly showStatus: number;
  readonly createdBy: UserId;
}
export type WalletService = ReturnType<typeof createWallet>;
export type { Address } from './queries.ts';

const historyMs = 30 * 24 * 3_600_000;

/** Workspaces, sub-wallets, their addresses and favourites. Balances are read from the ledger, never written. */
export function createWallet({ db, clock, catalog, signers, ledger }: WalletDeps) {
  /** The sub-wallet, or `walletNotFound`: also for one of another workspace. */
  async function subWallet(workspaceId: WorkspaceId, id: SubWalletId): Promise<queries.SubWallet> {
    const found = await queries.findSubWallet(db, workspaceId, id);
    if (!found) throw refuse('walletNotFound', {});
    return found;
  }

  async function addressesOf(wallet: queries.SubWallet, record: Recorder): Promise<void> {
    for (const chain of catalog.chains)
      for (const branch of rules.firstBranches(chain)) {
        const place = { workspaceId: wallet.workspace_id, subWalletId: wallet.id, chain, branch };
        await ensureAddresses({ db, signers }, place, 1, record);
      }
  }

  /** The row to go on with: a new one, or one whose addresses an earlier, interrupted call did not finish. */
  async function claimName(wallet: NewSubWallet): Promise<queries.SubWallet> {
    if ((await queries.findSubWallets(db, wallet.workspaceId)).length >= rules.subWalletMax)
      throw refuse('tooManySubWallets', { max: rules.subWalletMax });
    const made = await queries.insertSubWallet(db, wallet);
    const row = made ?? (await queries.findSubWalletByName(db, wallet.workspaceId, wallet.name));
    if (row?.status !== 'creating') throw refuse('nameTaken', {});
    return row;
  }

  async function finish(row: queries.SubWallet, record: Recorder) {
    const { id, workspace_id: workspaceId, name } = row;
    await addressesOf(row, record);
    const addresses = await queries.findAddresses(db, workspaceId, id);
    await inTransaction(db, async (tx) => {
      if (!(await queries.activateSubWallet(tx, workspaceId, id))) return;
      const after = { name, addresses: addresses.map(({ chain, address }) => `${chain} ${address}`) };
      await record(tx, { workspaceId, object: `subWallet:${id}`, after });
    });
    await publish(db, workspaceId, { topic: 'balance', id: String(id) });
    return { id, addresses };
  }

  return {
    subWallet,
    /** The session's workspace is the only one there is for a caller; any other id answers as if it did not exist. */
    checkWorkspace(own: WorkspaceId, asked: WorkspaceId): void {
      if (own !== asked) throw refuse('walletNotFound', {});
    },
    workspace: (id: WorkspaceId) => queries.findWorkspace(db, id),
    subWallets: (workspaceId: WorkspaceId) => queries.findSubWallets(db, workspaceId),
    /** Does the workspace have a sub-wallet that is finished? */
    isReady: async (workspaceId: WorkspaceId): Promise<boolean> =>
      (await queries.findSubWallets(db, workspaceId)).some(({ status }) => status === 'active'),
    memberCount: (workspaceId: WorkspaceId) => queries.countMembers(db, workspaceId),
    balances: (workspaceId: WorkspaceId, subWalletId?: SubWalletId) => ledger.balances(db, workspaceId, subWalletId),

    /**
     * A sub-wallet with its addresses on every open chain. The same name again finishes what was interrupted, or is refused with `nameTaken`.
     */
    createSubWallet: async (wallet: NewSubWallet, record: Recorder) => finish(await claimName(wallet), record),
    /** As `createSubWallet`, but a finished one of this name is returned (set-up may be repeated). */
    async ensureSubWallet(wallet: NewSubWallet, record: Recorder) {
      const known = await queries.findSubWalletByName(db, wallet.workspaceId, wallet.name);
      return finish(known ?? (await claimName(wallet)), record);
    },

    addresses: (workspaceId: WorkspaceId, subWalletId: SubWalletId) =>
      queries.findAddresses(db, workspaceId, subWalletId),
    /**
     * `count` further addresses on a UTXO chain; on an account chain its one address. Branch 0 is for deposits, branch 1 for change.
     */
    async createAddresses(
      place: { workspaceId: WorkspaceId; subWalletId: SubWalletId; chain: ChainConfig; branch: rules.Branch },
      count: number,
      record: Recorder,
    ) {
      const wallet = await subWallet(place.workspaceId, place.subWalletId);
      if (wallet.status !== 'active') throw refuse('subWalletBeingCreated', {});
      const many = factsOf(place.chain).manyAddresses;
      const last = many ? await queries.lastIndex(db, { ...place, chain: place.chain.id }) : -1;
      const all = await ensureAddresses(
        { db, signers },
        place,
        last + 1 + (many ? Math.min(count, rules.addressMax) : 1),
        record,
      );
      return all.slice(last + 1);
    },

    setAlias: (
      workspaceId: WorkspaceId,
      subWalletId: SubWalletId | undefined,
      alias: string,
      record: Recorder,
    ): Promise<void> =>
      inTransaction(db, async (tx) => {
        const before = await queries.aliasOf(tx, workspaceId, subWalletId);
        if (before === undefined) throw refuse('walletNotFound', {});
        await queries.setAlias(tx, workspaceId, subWalletId, alias);
        const object = subWalletId === undefined ? `workspace:${workspaceId}` : `subWallet:${subWalletId}`;
        await record(tx, { object, before: { alias: before }, after: { alias } });
      }),

    async focus(workspaceId: WorkspaceId, userId: UserId, subWalletId: SubWalletId): Promise<string[]> {
      await subWallet(workspaceId, subWalletId);
      return (await queries.findFocus(db, { workspaceId, userId, subWalletId })).map(({ symbol }) => symbol);
    },
    /** Marks or unmarks a favourite and returns how many there are. */
    async setFocus(
      of: { workspaceId: WorkspaceId; userId: UserId; subWalletId: SubWalletId },
      symbol: string,
      on: boolean,
    ) {
      catalog.coin(symbol);
      const focus = { workspace_id: of.workspaceId, user_id: of.userId, sub_wallet_id: of.subWalletId, symbol };
      return inTransaction(db, async (tx) => {
        if (!(await queries.lockSubWallet(tx, of.workspaceId, of.subWalletId))) throw refuse('walletNotFound', {});
        if (on) await queries.insertFocus(tx, focus);
        else await queries.deleteFocus(tx, focus);
        const count = (await queries.findFocus(tx, of)).length;
        if (count > rules.focusMax) throw refuse('focusLimit', { max: rules.focusMax });
        return count;
      });
    },

    history(
      workspaceId: WorkspaceId,
      subWalletId: SubWalletId | undefined,
      range: { start: Date | undefined; end: Date | undefined },
    ) {
      const end = range.end ?? clock();
      const start = range.start ?? new Date(Math.max(0, end.getTime() - historyMs));
      if (start >= end) throw refuse('invalidParameters', { field: 'start' });
      return ledger.history(db, { workspaceId, subWalletId, start, end });
    },
  };
}

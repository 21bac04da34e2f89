import { type AssetConfig, type ChainConfig, type FeeOffer, familyOf } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import type { OrderId, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog } from '../../catalog.ts';
import type { ChainWatch } from '../../chainwatch/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { MemberCaller } from '../../http/context.ts';
import { findBalance, isFrozen } from '../../ledger/service.ts';
import { lookAlikes } from '../../look-alikes.ts';
import type { OrdersService, Payment, Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { AddressBookService } from '../address-book/service.ts';
import type { WalletService } from '../wallet/service.ts';
import { amountOf, checkAgreed, checkBalance, destination, feeWithinCaps } from './checks.ts';
import { createFees, type FeeOffers } from './fees.ts';
import { createPreview } from './preview.ts';
import * as queries from './queries.ts';
import { type Asked, requestHash } from './rules.ts';
import { submitPatiently } from './submit.ts';

export interface WithdrawDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly watch: ChainWatch;
  readonly book: Pick<AddressBookService, 'find' | 'openFrom'>;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  /** Has somebody stopped all signing? */
  readonly frozen: () => Promise<boolean>;
}
export interface Who {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
}
export interface Draft {
  readonly payment: Payment;
  readonly offer: FeeOffer;
}
export type Ask = Omit<Asked, 'sub_wallet_id'> & { readonly sub_wallet_id: SubWalletId };
export type WithdrawService = ReturnType<typeof createWithdraw>;

/** Withdrawals up to the moment the order exists; from there `orders/` has it. */
export function createWithdraw(deps: WithdrawDeps) {
  const { db, clock, catalog, wallets, orders, watch, book, readerOf } = deps;
  const fees = createFees({ db, clock, readerOf });
  const preview = createPreview({ clock, orders, book });
  const keyGroups = new Map<WorkspaceId, string>();

  async function keyGroup(workspaceId: WorkspaceId): Promise<string> {
    const known = keyGroups.get(workspaceId) ?? (await queries.findKeyGroup(db, workspaceId));
    keyGroups.set(workspaceId, known);
    return known;
  }
  const coinOf = (symbol: string) => {
    const { chain, asset } = catalog.coin(symbol);
    return { chain, asset, feeAsset: catalog.coin(chain.baseSymbol).asset };
  };
  /** The sub-wallet's paying account on a chain. @throws walletNotFound, subWalletBeingCreated */
  async function account(workspaceId: WorkspaceId, subWalletId: SubWalletId, chain: ChainConfig) {
    const wallet = await wallets.subWallet(workspaceId, subWalletId);
    const found = await queries.findAccount(db, workspaceId, subWalletId, chain.id);
    if (wallet.status !== 'active' || !found) throw refuse('subWalletBeingCreated', {});
    return found;
  }

  /** Everything that is checked of a withdrawal, in the order of domain.md 7.4, short of the balance. */
  async function draft(who: Who, ask: Ask, requestId: string): Promise<Draft> {
    if (await deps.frozen()) throw refuse('frozen', {});
    const { chain, asset, feeAsset } = coinOf(ask.symbol);
    const own = await account(who.workspaceId, ask.sub_wallet_id, chain);
    if (await isFrozen(db, who.workspaceId, [asset.symbol, feeAsset.symbol]))
      throw refuse('transfersSuspended', { symbol: asset.symbol });
    const to = destination(catalog, chain, ask.address_to);
    if (ask.memo !== '') throw refuse('invalidParameters', { field: 'memo' });
    if (ask.from !== undefined && ask.from !== own.address) throw refuse('invalidParameters', { field: 'from' });
    const theirs = await watch.addressOf(chain, to);
    if (theirs?.workspaceId === who.workspaceId && theirs.subWalletId === ask.sub_wallet_id)
      throw refuse('transferToSelf', {});
    const amount = amountOf(ask.amount, asset);
    const least = familyOf(chain).leastPayment(chain, to);
    if (amount < least) throw refuse('belowMinimum', { min: fromUnits(least, asset.decimals), symbol: asset.symbol });
    const { offers } = await fees({
      chain,
      asset,
      subWalletId: ask.sub_wallet_id,
      from: own.address,
      changeAddress: own.change,
      to,
      amount,
    });
    const offer = offers.find(({ level }) => level === ask.fee_level) ?? offers[1];
    if (!offer) throw refuse('feeEstimateFailed', {});
    feeWithinCaps(chain, feeAsset, offer, ask.max_fee);
    const payment: Payment = {
      chain,
      asset,
      feeAsset,
      workspace: who.workspaceId,
      subWallet: ask.sub_wallet_id,
      keyGroup: await keyGroup(who.workspaceId),
      path: own.path,
      from: own.address,
      to,
      memo: ask.memo,
      ...(await payee(who.workspaceId, chain, asset, to, theirs)),
      amount,
      // The agreed cap is what is held and signed: the page has shown it.
      maxFee: offer.maxFee,
      initiator: who.memberId,
      requestId,
      remark: ask.remark,
    };
    return { payment, offer };
  }

  /** What the payee is to us: an address of our own, or an active entry of the address book. */
  async function payee(
    workspaceId: WorkspaceId,
    chain: ChainConfig,
    asset: AssetConfig,
    address: string,
    own: { readonly workspaceId: WorkspaceId; readonly path: string } | undefined,
  ): Promise<Pick<Payment, 'entry' | 'toPath'>> {
    if (own?.workspaceId === workspaceId) return { entry: '', toPath: own.path };
    const listed = await book.find(workspaceId, chain, asset.contract, { address, memo: '' });
    return { entry: listed && listed.effectiveAt <= clock() ? listed.hash : '', toPath: '' };
  }

  return {
    coinOf,
    account,
    draft,
    balance: (workspaceId: WorkspaceId, subWalletId: SubWalletId, symbol: string) =>
      findBalance(db, workspaceId, subWalletId, symbol),
    /** Are transfers of one of these stopped, because books and chain differ? */
    suspended: (workspaceId: WorkspaceId, symbols: readonly string[]) => isFrozen(db, workspaceId, symbols),
    checkBalance: (workspaceId: WorkspaceId, subWalletId: SubWalletId, payment: Payment) =>
      checkBalance(db, workspaceId, subWalletId, payment),
    preview,
    usedToday: (who: Who, subWalletId: SubWalletId, symbol: string) =>
      queries.usedToday(db, who.workspaceId, subWalletId, symbol),

    /** Order and hold, durable when this returns; the same request again gives the same order. */
    async create(who: Who, ask: Ask, requestId: string, record: Recorder): Promise<Submitted> {
      const hash = requestHash(ask);
      const known = await orders.repeated(who.workspaceId, requestId, hash);
      if (known) return known;
      const { payment, offer } = await draft(who, ask, requestId);
      await preview(who.workspaceId, payment);
      const submission = {
        payment,
        workspaceId: who.workspaceId,
        subWalletId: ask.sub_wallet_id,
        requestHash: hash,
        feePlan: offer.plan,
        initiatorUser: who.userId,
        record,
      };
      return submitPatiently(
        () => orders.submit(submission),
        () => checkBalance(db, who.workspaceId, ask.sub_wallet_id, payment),
      );
    },

    async offers(
      who: Who,
      subWalletId: SubWalletId,
      symbol: string,
      to: string | undefined,
      amount: string | undefined,
    ): Promise<FeeOffers & { feeAsset: AssetConfig }> {
      const { chain, asset, feeAsset } = coinOf(symbol);
      const own = await account(who.workspaceId, subWalletId, chain);
      const { available } = await findBalance(db, who.workspaceId, subWalletId, symbol);
      const units = amount === undefined ? available : checkAgreed(amount, asset);
      const request = { chain, asset, subWalletId, from: own.address, changeAddress: own.change, amount: units };
      // Before a destination is typed in, a payment to the own address is of the same size.
      return {
        ...(await fees({ ...request, to: to === undefined ? own.change : destination(catalog, chain, to) })),
        feeAsset,
      };
    },

    /** Everything known about a destination; never throws for a bad one. */
    async address(by: MemberCaller, symbol: string, text: string) {
      const { workspaceId } = by;
      const { chain, asset } = coinOf(symbol);
      const checked = familyOf(chain).checkAddress(chain, text);
      if (!checked.ok)
        return { checked, own: undefined, contract: false, lastUsed: null, similar: [], listed: undefined };
      const [own, lastUsed, known, listed] = await Promise.all([
        watch.addressOf(chain, checked.address),
        queries.lastPaidTo(db, workspaceId, chain.id, checked.address),
        queries.knownAddresses(db, by, chain.id),
        book.find(workspaceId, chain, asset.contract, { address: checked.address, memo: '' }),
      ]);
      const contract =
        familyOf(chain).hasContracts && (await readerOf(chain).isContract(checked.address).catch(unknown(chain)));
      return {
        checked,
        own: own?.workspaceId === workspaceId ? own : undefined,
        contract,
        lastUsed,
        similar: lookAlikes(known)(checked.address).map((one) => one.address),
        listed,
      };
    },

    /** A program takes back its own only. */
    cancel: ({ workspaceId, memberId, role }: MemberCaller, id: OrderId, remark: string, record: Recorder) =>
      orders.cancel({ workspaceId, id, member: memberId, ownOnly: role === 'api', remark, record }),
  };
}

const unknown =
  (chain: ChainConfig) =>
  (error: unknown): never => {
    throw error instanceof RpcError ? refuse('chainUnreachable', { network: chain.name }) : error;
  };

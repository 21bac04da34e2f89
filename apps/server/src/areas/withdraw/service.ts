import { type AssetConfig, type ChainConfig, isTokenContract, leastPayment, rulesOf } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import type { OrderId, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { assetKey, type Evaluation, type PolicyDocument, pricesFrom, type SignedQuote } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog } from '../../catalog.ts';
import type { ChainWatch } from '../../chainwatch/service.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { MemberCaller } from '../../http/context.ts';
import { findBalance, isFrozen } from '../../ledger/service.ts';
import { lookAlikes } from '../../look-alikes.ts';
import { makeIntent, type OrdersService, type Payment, type Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { AddressBookService } from '../address-book/service.ts';
import type { WalletService } from '../wallet/service.ts';
import { createFees, type FeeOffer, type FeeOffers } from './fees.ts';
import * as queries from './queries.ts';
import { type Asked, checkAmount, requestHash, shortOf } from './rules.ts';
import { submitPatiently } from './submit.ts';

export interface WithdrawDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly watch: ChainWatch;
  readonly book: Pick<AddressBookService, 'find'>;
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

/** A stand-in for an id where nothing is written (dry runs). */
const nobody = '00000000-0000-4000-8000-000000000000';

/** Withdrawals up to the moment the order exists; from there `orders/` has it. */
export function createWithdraw(deps: WithdrawDeps) {
  const { db, clock, catalog, wallets, orders, watch, book, readerOf } = deps;
  const fees = createFees({ db, clock, readerOf });
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

  /** The address in its one spelling; never a token's contract. @throws addressOfOtherNetwork, invalidAddress */
  function destination(chain: ChainConfig, text: string): string {
    const checked = rulesOf(chain).checkAddress(chain, text);
    if (checked.ok && isTokenContract(chain, checked.address)) throw refuse('invalidAddress', { network: chain.name });
    if (checked.ok) return checked.address;
    const elsewhere = catalog.chains.some(
      (other) => other.family !== chain.family && rulesOf(other).checkAddress(other, text).ok,
    );
    if (checked.reason === 'network' || elsewhere) throw refuse('addressOfOtherNetwork', { network: chain.name });
    throw refuse('invalidAddress', { network: chain.name });
  }

  function amountOf(text: string, asset: AssetConfig): bigint {
    const checked = checkAmount(text, asset);
    if (checked.ok) return checked.units;
    const { symbol, decimals } = asset;
    const shown = (units: string): string => fromUnits(BigInt(units), decimals);
    if (checked.problem === 'tooManyDecimals') throw refuse('tooManyDecimals', { symbol, decimals });
    if (checked.problem === 'belowMinimum') throw refuse('belowMinimum', { min: shown(asset.minWithdraw), symbol });
    if (checked.problem === 'aboveMaximum') throw refuse('aboveMaximum', { max: shown(asset.maxWithdraw), symbol });
    throw refuse('amountError', {});
  }

  /** Refuses what the balance does not cover; the database decides again when the order is written. */
  async function checkBalance(workspaceId: WorkspaceId, subWalletId: SubWalletId, p: Payment): Promise<void> {
    const { available } = await findBalance(db, workspaceId, subWalletId, p.asset.symbol);
    const sameCoin = p.asset.symbol === p.feeAsset.symbol;
    const feeAvailable = sameCoin
      ? available
      : (await findBalance(db, workspaceId, subWalletId, p.feeAsset.symbol)).available;
    const short = shortOf({ amount: p.amount, maxFee: p.maxFee, sameCoin, available, feeAvailable });
    if (short === 'balance')
      throw refuse('insufficientBalance', {
        available: fromUnits(available, p.asset.decimals),
        symbol: p.asset.symbol,
      });
    if (short === 'fee')
      throw refuse('feeBalanceShort', { fee: fromUnits(p.maxFee, p.feeAsset.decimals), symbol: p.feeAsset.symbol });
  }

  function feeWithinCaps(chain: ChainConfig, feeAsset: AssetConfig, offer: FeeOffer, agreed: string | undefined): void {
    const cap = BigInt(chain.maxFee);
    const wanted = agreed === undefined ? cap : checkAgreed(agreed, feeAsset);
    const max = wanted < cap ? wanted : cap;
    if (offer.maxFee > max)
      throw refuse('feeTooHigh', { max: fromUnits(max, feeAsset.decimals), symbol: feeAsset.symbol });
  }
  function checkAgreed(text: string, feeAsset: AssetConfig): bigint {
    const checked = checkAmount(text, { ...feeAsset, minWithdraw: '0', maxWithdraw: String((1n << 256n) - 1n) });
    if (!checked.ok)
      throw refuse(checked.problem === 'tooManyDecimals' ? 'tooManyDecimals' : 'amountError', {
        symbol: feeAsset.symbol,
        decimals: feeAsset.decimals,
      });
    return checked.units;
  }

  /** Everything that is checked of a withdrawal, in the order of domain.md 7.4, short of the balance. */
  async function draft(who: Who, ask: Ask, requestId: string): Promise<Draft> {
    if (await deps.frozen()) throw refuse('frozen', {});
    const { chain, asset, feeAsset } = coinOf(ask.symbol);
    const own = await account(who.workspaceId, ask.sub_wallet_id, chain);
    if (await isFrozen(db, who.workspaceId, [asset.symbol, feeAsset.symbol]))
      throw refuse('transfersSuspended', { symbol: asset.symbol });
    const to = destination(chain, ask.address_to);
    if (ask.memo !== '') throw refuse('invalidParameters', { field: 'memo' });
    if (ask.from !== undefined && ask.from !== own.address) throw refuse('invalidParameters', { field: 'from' });
    const theirs = await watch.addressOf(chain, to);
    if (theirs?.workspaceId === who.workspaceId && theirs.subWalletId === ask.sub_wallet_id)
      throw refuse('transferToSelf', {});
    const amount = amountOf(ask.amount, asset);
    const least = leastPayment(chain, to);
    if (amount < least) throw refuse('belowMinimum', { min: fromUnits(least, asset.decimals), symbol: asset.symbol });
    const { offers } = await fees.offers({
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

  /** Why the rules do not take it, in the words that say what to do: wait for the payee, come back when there is a price, or ask for something else. */
  async function reasonOf(
    workspaceId: WorkspaceId,
    { chain, asset, to, memo }: Payment,
    { problem, rule }: Evaluation,
    document: PolicyDocument,
    quotes: readonly SignedQuote[],
  ): Promise<Error> {
    if (problem === 'destinationNotListed') {
      const listed = await book.find(workspaceId, chain, asset.contract, { address: to, memo });
      if (listed && listed.effectiveAt > clock())
        return refuse('coolingPeriod', { until: listed.effectiveAt.toISOString() });
    }
    const refusing = document.senior.find(({ id }) => rule?.level === 'senior' && id === rule.id);
    const priced = pricesFrom(document, quotes, Number(quotes[0]?.at ?? 0)).has(assetKey(chain.id, asset.contract));
    if (problem === 'refusedByRule' && refusing?.when.amount.unit === 'usd' && !priced)
      return refuse('priceUnavailable', { symbol: asset.symbol });
    return refuse('policyDenied', { rule: problem ?? '' });
  }

  /** What the rules in force ask of this payment. @throws coolingPeriod, priceUnavailable, policyDenied where no decisions could ever satisfy them */
  async function preview(
    workspaceId: WorkspaceId,
    payment: Payment,
  ): Promise<{ evaluation: Evaluation; document: PolicyDocument }> {
    const policy = await orders.policy();
    const { text } = makeIntent(payment, policy, nobody, clock());
    const quotes = [...(await orders.quotes(policy.document, payment.chain.id, payment.asset.contract))];
    const evaluation = await orders.evaluation({ intent: text, quotes }, []);
    if (evaluation.state === 'unsatisfiable')
      throw await reasonOf(workspaceId, payment, evaluation, policy.document, quotes);
    return { evaluation, document: policy.document };
  }

  return {
    coinOf,
    account,
    draft,
    checkBalance,
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
        () => checkBalance(who.workspaceId, ask.sub_wallet_id, payment),
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
        ...(await fees.offers({ ...request, to: to === undefined ? own.change : destination(chain, to) })),
        feeAsset,
      };
    },

    /** Everything known about a destination; never throws for a bad one. */
    async address(by: MemberCaller, symbol: string, text: string) {
      const { workspaceId } = by;
      const { chain, asset } = coinOf(symbol);
      const checked = rulesOf(chain).checkAddress(chain, text);
      if (!checked.ok)
        return { checked, own: undefined, contract: false, lastUsed: null, similar: [], listed: undefined };
      const [own, lastUsed, known, listed] = await Promise.all([
        watch.addressOf(chain, checked.address),
        queries.lastPaidTo(db, workspaceId, chain.id, checked.address),
        queries.knownAddresses(db, by, chain.id),
        book.find(workspaceId, chain, asset.contract, { address: checked.address, memo: '' }),
      ]);
      const contract =
        chain.family === 'evm' && (await readerOf(chain).isContract(checked.address).catch(unknown(chain)));
      return {
        checked,
        own: own?.workspaceId === workspaceId ? own : undefined,
        contract,
        lastUsed,
        similar: lookAlikes(known)(checked.address).map((one) => one.address),
        listed,
      };
    },

    cancel: ({ workspaceId, memberId }: Who, id: OrderId, remark: string, record: Recorder) =>
      orders.cancel({ workspaceId, id, member: memberId, remark, record }),
  };
}

const unknown =
  (chain: ChainConfig) =>
  (error: unknown): never => {
    throw error instanceof RpcError ? refuse('chainUnreachable', { network: chain.name }) : error;
  };

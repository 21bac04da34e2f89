import { type AssetConfig, type ChainConfig, type FeeOffer, familyOf, isSystem, takesMemo } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Catalog, CoinName } from '../../catalog.ts';
import { factsOf } from '../../chains/facts.ts';
import type { FeeOffers, FeeRequest } from '../../chains/fees.ts';
import { hasHole } from '../../chains/reserved.ts';
import type { Watched } from '../../chainwatch/service.ts';
import type { AssetId } from '../../ledger/service.ts';
import type { OrderOutput, OrderRequest } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import { demandReady, isHiddenFrom } from '../wallet/service.ts';
import { roomFor } from './bump-rule.ts';
import { amountOf, destination, feeWithinCaps } from './checks.ts';
import { checkChoice } from './choice.ts';
import type { Ask, Who, WithdrawDeps } from './deps.ts';
import type { Estimated } from './fees.ts';
import type * as queries from './queries.ts';
import { requestHash } from './rules.ts';

export interface Draft {
  readonly request: OrderRequest;
  readonly offer: FeeOffer;
}
export interface DraftDeps extends Omit<WithdrawDeps, 'orders' | 'readerOf'> {
  readonly fees: (request: FeeRequest) => Promise<FeeOffers & Estimated>;
  readonly keyGroupOf: (workspaceId: WorkspaceId) => Promise<string>;
  readonly account: (...of: [WorkspaceId, SubWalletId, chain: string]) => ReturnType<typeof queries.findAccount>;
  /** Are transfers of one of these stopped, because books and chain differ? */
  readonly suspended: (workspaceId: WorkspaceId, assets: readonly AssetId[]) => Promise<boolean>;
}

/** A coin with its chain and the coin that fees are paid in. @throws unsupportedCoin, ambiguousCoin */
export function coinOf(catalog: Catalog, name: CoinName) {
  const { chain, asset } = catalog.coin(name);
  return { chain, asset, feeAsset: catalog.feeAsset(chain) };
}

/** The sub-wallet's paying account on a chain. @throws walletNotFound, subWalletBeingCreated, subWalletArchived */
export async function accountOf(
  { account, wallets }: Pick<DraftDeps, 'account' | 'wallets'>,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  chain: ChainConfig,
) {
  const wallet = await wallets.subWallet(workspaceId, subWalletId);
  const found = await account(workspaceId, subWalletId, chain.id);
  demandReady(wallet);
  if (!found) throw refuse('subWalletBeingCreated', {});
  return found;
}
type Account = Awaited<ReturnType<typeof accountOf>>;

/** What nobody can be asked for now: signing is stopped, the coin is, or the sub-wallet is not finished. */
export async function openAccount(
  deps: DraftDeps,
  { workspaceId }: Who,
  ask: CoinName & Pick<Ask, 'sub_wallet_id'>,
): Promise<Account> {
  if (await deps.frozen()) throw refuse('frozen', {});
  const { chain, asset, feeAsset } = coinOf(deps.catalog, ask);
  await deps.wallets.demandOpen(workspaceId, deps.catalog.coin(ask));
  if (!deps.catalog.isVerified(asset.id)) throw refuse('coinUnverified', { symbol: asset.symbol });
  const own = await accountOf(deps, workspaceId, ask.sub_wallet_id, chain);
  if (await deps.suspended(workspaceId, [asset.id, feeAsset.id]))
    throw refuse('transfersSuspended', { symbol: asset.symbol });
  return own;
}

/** Members ask for nothing new from a sub-wallet that is hidden; API clients, which see no console, do. @throws subWalletHidden */
export async function demandShown(
  { wallets }: Pick<DraftDeps, 'wallets'>,
  { workspaceId, role }: Who,
  id: SubWalletId,
): Promise<void> {
  if (role !== 'api' && isHiddenFrom(role, await wallets.subWallet(workspaceId, id)))
    throw refuse('subWalletHidden', {});
}

interface Payee {
  readonly to: string;
  /** Whose address it is, if one of this installation's. */
  readonly theirs: Awaited<ReturnType<WithdrawDeps['watch']['addressOf']>>;
  readonly amount: bigint;
}

/**
 * Is paying oneself of use? Where there are coins it makes one of many: at an address for deposits, since what reaches one for change is no payment. At an
 * account it takes the nonce that an ended payment left, so that no later one has to wait for that.
 */
export async function gathers(
  db: WithdrawDeps['db'],
  chain: ChainConfig,
  address: string,
  { branch }: Pick<Watched, 'branch'>,
): Promise<boolean> {
  return factsOf(chain).manyAddresses ? !isSystem(branch) : hasHole(db, chain, address);
}

/** Who is paid and how much. */
async function payeeOf(deps: DraftDeps, { workspaceId }: Who, ask: Ask, own: Account): Promise<Payee> {
  const { chain, asset } = coinOf(deps.catalog, ask);
  const to = destination(deps.catalog, chain, ask.address_to);
  if (!takesMemo(familyOf(chain), ask.memo)) throw refuse('invalidParameters', { field: 'memo' });
  if (ask.memo === '' && (await deps.book.memoNeeded(workspaceId, chain, to))) throw refuse('memoNeeded', {});
  if (ask.from !== undefined && ask.from !== own.address) throw refuse('invalidParameters', { field: 'from' });
  const theirs = await deps.watch.addressOf(chain, to);
  const isSelf = theirs?.workspaceId === workspaceId && theirs.subWalletId === ask.sub_wallet_id;
  if (isSelf && !(await gathers(deps.db, chain, to, theirs))) throw refuse('transferToSelf', {});
  const amount = amountOf(ask.amount, asset);
  const least = familyOf(chain).leastPayment(chain, to);
  if (amount < least) throw refuse('belowMinimum', { min: fromUnits(least, asset.decimals), symbol: asset.symbol });
  return { to, theirs, amount };
}

/** What the payee is to us: an address of our own, or an active entry of the address book. */
async function listing(
  { book, clock }: DraftDeps,
  workspaceId: WorkspaceId,
  chain: ChainConfig,
  asset: AssetConfig,
  { to: address, theirs }: Payee,
  memo: string,
): Promise<Pick<OrderOutput, 'entry' | 'path'>> {
  if (theirs?.workspaceId === workspaceId) return { entry: '', path: theirs.path };
  const listed = await book.find(workspaceId, chain, asset.contract, { address, memo });
  return { entry: listed && listed.effectiveAt <= clock() ? listed.hash : '', path: '' };
}

/** A contract, or whom a call names, in the same way: a token's contract too. @param address in its one spelling */
export async function namedBy(
  deps: DraftDeps,
  { workspaceId }: Who,
  { chain, asset }: ReturnType<typeof coinOf>,
  address: string,
): Promise<Pick<OrderOutput, 'address' | 'entry' | 'path'>> {
  const theirs = await deps.watch.addressOf(chain, address);
  return { address, ...(await listing(deps, workspaceId, chain, asset, { to: address, theirs, amount: 0n }, '')) };
}

/** An address as an output of an order names it, by what it is to us. @throws invalidAddress, addressOfOtherNetwork */
export async function receiverOf(
  deps: DraftDeps,
  { workspaceId }: Who,
  { chain, asset }: ReturnType<typeof coinOf>,
  text: string,
): Promise<Pick<OrderOutput, 'address' | 'entry' | 'path'>> {
  const to = destination(deps.catalog, chain, text);
  const theirs = await deps.watch.addressOf(chain, to);
  return { address: to, ...(await listing(deps, workspaceId, chain, asset, { to, theirs, amount: 0n }, '')) };
}

/** The tier that was asked for, within every cap. */
export async function offerWithin(
  { fees, catalog }: Pick<DraftDeps, 'fees' | 'catalog'>,
  request: FeeRequest,
  { fee_level, max_fee }: Pick<Ask, 'fee_level' | 'max_fee'>,
): Promise<FeeOffer> {
  return within(request.chain, catalog, (await fees(request)).offers, { fee_level, max_fee });
}

function within(
  chain: ChainConfig,
  catalog: Catalog,
  offers: readonly FeeOffer[],
  { fee_level, max_fee }: Pick<Ask, 'fee_level' | 'max_fee'>,
): FeeOffer {
  const offer = offers.find(({ level }) => level === fee_level) ?? offers[1];
  if (!offer) throw refuse('feeEstimateFailed', {});
  feeWithinCaps(chain, catalog.feeAsset(chain), offer, max_fee);
  return offer;
}

async function offerOf(deps: DraftDeps, ask: Ask, own: Account, { to, amount }: Payee): Promise<FeeOffer> {
  const { chain, asset } = coinOf(deps.catalog, ask);
  const request = {
    chain,
    asset,
    subWalletId: ask.sub_wallet_id,
    from: own.address,
    changeAddress: own.change,
    to,
    amount,
    memo: ask.memo,
    inputs: ask.inputs,
  };
  const { offers } = await roomFor(deps.db, chain, ask.sub_wallet_id, await deps.fees(request));
  return within(chain, deps.catalog, offers, ask);
}

/** What an order of any kind has of who asks, of the account that pays, and of the fee that was agreed: the page has shown its cap, which is held and signed. */
export async function askedBy(
  { keyGroupOf }: Pick<DraftDeps, 'keyGroupOf'>,
  { workspaceId, userId, memberId }: Who,
  { path, address }: Pick<Account, 'path' | 'address'>,
  { maxFee, plan }: Pick<FeeOffer, 'maxFee' | 'plan'>,
) {
  return {
    workspaceId,
    keyGroup: await keyGroupOf(workspaceId),
    path,
    from: address,
    maxFee,
    feePlan: plan,
    initiatorUser: userId,
    initiator: memberId,
  } satisfies Partial<OrderRequest>;
}

/** Everything that is checked of a withdrawal, in the order of domain.md 7.4, short of the balance. */
export async function draftOf(deps: DraftDeps, who: Who, ask: Ask, requestId: string): Promise<Draft> {
  await demandShown(deps, who, ask.sub_wallet_id);
  const own = await openAccount(deps, who, ask);
  const payee = await payeeOf(deps, who, ask, own);
  const offer = await offerOf(deps, ask, own, payee);
  const { chain, asset, feeAsset } = coinOf(deps.catalog, ask);
  const output = { address: payee.to, amount: payee.amount, memo: ask.memo };
  const request: OrderRequest = {
    kind: 'withdraw',
    chain,
    asset,
    feeAsset,
    ...(await askedBy(deps, who, own, offer)),
    subWalletId: ask.sub_wallet_id,
    call: '',
    outputs: [{ ...output, ...(await listing(deps, who.workspaceId, chain, asset, payee, ask.memo)) }],
    requestId,
    requestHash: requestHash(ask),
    remark: ask.remark,
    ...(ask.inputs ? { inputs: ask.inputs } : {}),
  };
  await checkChoice(deps.db, request);
  return { request, offer };
}

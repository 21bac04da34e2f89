import { type DepositId, depositStatus } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import type { Deposit } from '../../chainwatch/service.ts';
import { findBalance } from '../../ledger/service.ts';
import type { OrderRequest, Submitted } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { checkAgreed, destination, payableOf } from './checks.ts';
import type { Ask, Who, WithdrawDeps } from './deps.ts';
import type { Draft } from './draft.ts';
import type { OffersAsk, offersFor } from './offers.ts';
import type { Preview } from './preview.ts';
import { lookAt, type Payers, payersOf, usualPayee } from './refund-facts.ts';
import { findDeposit, findRefunding, type Refunding } from './refund-queries.ts';
import { hashOfAsk } from './rules.ts';

/** A deposit goes back by a payment like any other; that it does so once, the database holds (migrations 0122, 0127). */

export interface RefundAsk {
  readonly deposit_id: DepositId;
  readonly address_to?: string | undefined;
  readonly memo: string;
  /** In whole coins; left out, all of it. */
  readonly amount?: string | undefined;
  readonly remark: string;
  readonly fee_level: 1 | 2 | 3;
  readonly max_fee?: string | undefined;
  readonly looked: boolean;
}
export type RefundProblem = '' | 'not_credited' | 'under_way' | 'returned' | 'closed' | 'suspended' | 'nothing_left';

export interface RefundDeps extends WithdrawDeps {
  readonly preview: Preview;
  readonly draft: (who: Who, ask: Ask, requestId: string) => Promise<Draft>;
  readonly offers: (who: Who, ask: OffersAsk) => ReturnType<typeof offersFor>;
  readonly isOpen: (who: Who, coin: Coin) => Promise<boolean>;
  readonly isSuspended: (who: Who, coin: Coin) => Promise<boolean>;
  readonly submit: (request: OrderRequest, record: Recorder) => Promise<Submitted>;
}

interface Found {
  readonly deposit: Deposit;
  readonly refunding: Refunding | undefined;
  readonly coin: Coin;
}

/** @throws depositNotFound, unsupportedCoin for one that is configured no more */
async function find({ db, catalog }: RefundDeps, { workspaceId }: Who, id: DepositId): Promise<Found> {
  const deposit = await findDeposit(db, workspaceId, id);
  if (!deposit) throw refuse('depositNotFound', {});
  const coin = catalog.find(deposit.asset_id);
  if (!coin) throw refuse('unsupportedCoin', { symbol: deposit.chain });
  return { deposit, refunding: await findRefunding(db, id), coin };
}

/** What a payment of this deposit asks for, as any other would. */
const askOf = (
  { deposit, coin: { chain, asset } }: Found,
  to: string,
  amount: bigint,
  ask: Partial<RefundAsk>,
): Ask => ({
  sub_wallet_id: deposit.sub_wallet_id,
  symbol: asset.symbol,
  chain_id: chain.id,
  contract_address: asset.contract,
  address_to: to,
  memo: ask.memo ?? '',
  amount: fromUnits(amount, asset.decimals),
  remark: ask.remark ?? '',
  fee_level: ask.fee_level ?? 2,
  max_fee: ask.max_fee,
});

/** Nothing of the deposit itself speaks against it. */
function standing({ deposit, refunding }: Found): RefundProblem {
  if (refunding?.state === 'paid') return 'returned';
  if (refunding) return 'under_way';
  return deposit.status === depositStatus.credited ? '' : 'not_credited';
}

async function problemOf(deps: RefundDeps, who: Who, found: Found): Promise<RefundProblem> {
  const own = standing(found);
  if (own !== '') return own;
  if (!(await deps.isOpen(who, found.coin))) return 'closed';
  return (await deps.isSuspended(who, found.coin)) ? 'suspended' : '';
}

const smaller = (a: bigint, b: bigint): bigint => (a > b ? b : a);

/** The fees of giving it back, and how much of it the wallet still has beside them. */
async function costOf(deps: RefundDeps, who: Who, { deposit, coin: { chain, asset } }: Found, to: string) {
  const { sub_wallet_id: subWalletId } = deposit;
  const { available } = await findBalance(deps.db, who.workspaceId, subWalletId, asset.id);
  const most = smaller(deposit.amount, available);
  if (most === 0n) return { offers: [], refundable: 0n };
  const coin = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const amount = fromUnits(most, asset.decimals);
  const { offers } = await deps.offers(who, { subWalletId, coin, to: to === '' ? undefined : to, amount, memo: '' });
  if (asset.contract !== '') return { offers, refundable: most };
  const payable = await payableOf(deps.db, chain, asset, subWalletId, available);
  const left = payable - (offers[1]?.maxFee ?? 0n);
  return { offers, refundable: left > 0n ? smaller(left, most) : 0n };
}

/** Do members have to approve it? No more than the rules and prices of now say; who has to look at a refusal is told that when they ask. */
async function needsApproval(deps: RefundDeps, who: Who, ask: Ask): Promise<boolean> {
  try {
    const { request } = await deps.draft(who, ask, 'dry-run');
    return (await deps.preview(request)).evaluation.action === 'flow';
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

async function info(deps: RefundDeps, who: Who, id: DepositId, wanted: string | undefined) {
  const found = await find(deps, who, id);
  const { deposit, coin } = found;
  const { chain, asset } = coin;
  const feeAsset = deps.catalog.feeAsset(chain);
  const standsSo = await problemOf(deps, who, found);
  const payers = await payersOf(deps, chain, deposit);
  const to = wanted === undefined ? usualPayee(payers) : destination(deps.catalog, chain, wanted);
  const look = await lookAt(deps, who, coin, deposit, payers, to);
  const cost = standsSo === '' ? await costOf(deps, who, found, to) : { offers: [], refundable: 0n };
  const problem = standsSo === '' && cost.refundable === 0n ? ('nothing_left' as const) : standsSo;
  const asked = problem === '' && to !== '' ? askOf(found, to, cost.refundable, {}) : undefined;
  const { available } = await findBalance(deps.db, who.workspaceId, deposit.sub_wallet_id, feeAsset.id);
  const approval = asked !== undefined && (await needsApproval(deps, who, asked));
  return { ...found, ...look, ...cost, problem, payers, to, chain, asset, feeAsset, available, approval };
}

/** @throws aboveMaximum for more than was deposited */
function amountOf({ deposit, coin: { asset } }: Found, text: string | undefined): bigint {
  const amount = text === undefined ? deposit.amount : checkAgreed(text, asset);
  if (amount > deposit.amount)
    throw refuse('aboveMaximum', { max: fromUnits(deposit.amount, asset.decimals), symbol: asset.symbol });
  return amount;
}

/** Who is paid, once the warnings about them were looked at. @throws refundWarned, invalidParameters where nobody can say who paid */
async function payeeOf(deps: RefundDeps, who: Who, { deposit, coin }: Found, payers: Payers, ask: RefundAsk) {
  const { chain } = coin;
  const to = ask.address_to === undefined ? usualPayee(payers) : destination(deps.catalog, chain, ask.address_to);
  if (to === '') throw refuse('invalidParameters', { field: 'address_to' });
  const look = await lookAt(deps, who, coin, deposit, payers, to);
  if (look.warnings.length > 0 && !ask.looked) throw refuse('refundWarned', {});
  return { to, toPayer: look.toPayer };
}

/** The same request again gives the same order. @throws depositNotFound, depositRefunded, refundWarned, refundNeedsApproval, and as a withdrawal does */
async function refund(deps: RefundDeps, who: Who, ask: RefundAsk, requestId: string, record: Recorder) {
  const { deposit_id: id, address_to = '', memo, amount: wanted = '', remark, fee_level, max_fee = '' } = ask;
  const hash = hashOfAsk(['refund', id, address_to, memo, wanted, remark, fee_level, max_fee]);
  const known = await deps.orders.repeated(who.workspaceId, 'withdraw', requestId, hash);
  if (known) return known;
  const found = await find(deps, who, id);
  if (standing(found) !== '') throw refuse('depositRefunded', {});
  const amount = amountOf(found, ask.amount);
  const payers = await payersOf(deps, found.coin.chain, found.deposit);
  const { to, toPayer } = await payeeOf(deps, who, found, payers, ask);
  const { request } = await deps.draft(who, askOf(found, to, amount, ask), requestId);
  const refunding: OrderRequest = {
    ...request,
    refunds: { id, payment: found.deposit.payment },
    requestHash: hash,
  };
  if (!toPayer && (await deps.preview(refunding)).evaluation.action !== 'flow') throw refuse('refundNeedsApproval', {});
  return deps.submit(refunding, record);
}

export const createRefund = (deps: RefundDeps) => ({
  info: (who: Who, id: DepositId, to: string | undefined) => info(deps, who, id, to),
  ask: (who: Who, ask: RefundAsk, requestId: string, record: Recorder): Promise<Submitted> =>
    refund(deps, who, ask, requestId, record),
});

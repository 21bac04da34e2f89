import { type ChainConfig, type FeeOffer, familyOf } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus, type SubWalletId } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Asset } from '../../catalog.ts';
import { speedsUp } from '../../chains/facts.ts';
import { modelOf } from '../../chains/models.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import { findBalance } from '../../ledger/service.ts';
import {
  type Attempting,
  type AttemptKind,
  dropsPayment,
  isAgain,
  mayReplace,
  type Order,
  type OrderRequest,
  type OrdersService,
  type Submitted,
  signedOf,
} from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { feeWithinCaps } from './checks.ts';
import type { Who, WithdrawDeps } from './deps.ts';
import type { Preview } from './preview.ts';
import { hashOfAsk } from './rules.ts';

/** A payment under way is asked for once more, or dropped, for a fee that nodes take in the place of the newest attempt's. */

export interface SpeedUpAsk {
  readonly withdraw_id: OrderId;
  readonly fee_level: 1 | 2 | 3;
  readonly max_fee?: string | undefined;
  readonly remark: string;
}
export type Problem =
  | ''
  | 'not_under_way'
  | 'mined'
  | 'attempt_waits'
  | 'being_dropped'
  | 'has_child'
  | 'chain'
  | 'coins';
/** How kinds of attempts are called by whoever asks for them. */
export type Action = Attempting;
const kinds = { speed_up: 'speedup', drop: 'drop' } as const satisfies Record<Action, AttemptKind>;

export interface SpeedUpDeps extends Pick<WithdrawDeps, 'db' | 'catalog'> {
  readonly orders: Pick<OrdersService, 'order' | 'attempts' | 'repeated' | 'giveWay'>;
  readonly preview: Preview;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  /** @throws frozen, transfersSuspended, coinClosed */
  readonly demandOpen: (
    who: Who,
    subWalletId: SubWalletId,
    coin: { chain: ChainConfig; asset: Asset },
  ) => Promise<unknown>;
  readonly submit: (request: OrderRequest, record: Recorder) => Promise<Submitted>;
}

interface Found {
  readonly order: Order;
  readonly attempts: readonly Order[];
  readonly chain: ChainConfig;
  readonly asset: Asset;
  readonly feeAsset: Asset;
  /** The open order that spends what comes back of it already: both would be lost with its place. */
  readonly child: string | undefined;
}

const waits: readonly number[] = [orderStatus.awaitingApproval, orderStatus.awaitingSignature];

/** Why its place is not taken now. What is being dropped can be dropped for more, and is not made once more. */
function problemOf({ order, attempts, chain, child }: Found, action: Action): Problem {
  if (!mayReplace(order.kind, action) || order.status !== orderStatus.paying) return 'not_under_way';
  if (!speedsUp(chain)) return 'chain';
  if (order.mined_height !== null) return 'mined';
  if (attempts.some((one) => waits.includes(one.status) && !isAgain(one))) return 'attempt_waits';
  if (child !== undefined) return 'has_child';
  return action === 'speed_up' && attempts.some(({ kind, raw }) => dropsPayment(kind) && raw !== null)
    ? 'being_dropped'
    : '';
}

function refusalOf(problem: Exclude<Problem, ''>, { chain, child = '' }: Pick<Found, 'chain' | 'child'>): Error {
  if (problem === 'has_child') return refuse('changeIsSpent', { id: child });
  if (problem === 'attempt_waits') return refuse('attemptUnderWay', {});
  if (problem !== 'chain' && problem !== 'coins') return refuse('notUnderWay', {});
  return refuse(familyOf(chain).model === 'utxo' ? 'btcAccelerationError' : 'cannotAccelerate', {});
}

/** @throws orderNotFound, unsupportedCoin for one that is configured no more */
async function find({ db, orders, catalog }: SpeedUpDeps, { workspaceId }: Who, id: OrderId): Promise<Found> {
  const order = await orders.order(workspaceId, id);
  const coin = catalog.find(order.asset_id);
  if (!coin) throw refuse('unsupportedCoin', { symbol: order.chain });
  const attempts = await orders.attempts(id);
  const txids = signedOf(order, attempts).map(({ txid }) => txid);
  const child = await modelOf(coin.chain).unconfirmed?.childOf(db, coin.chain.id, txids);
  return { order, attempts, ...coin, feeAsset: catalog.feeAsset(coin.chain), child };
}

/** Three tiers, each at least what nodes take; none where coins do not cover it. @throws `chainRefusal`, feeEstimateFailed */
async function offersFor(deps: SpeedUpDeps, found: Found, action: Action): Promise<readonly FeeOffer[]> {
  const { order, attempts, chain } = found;
  const signed = signedOf(order, attempts);
  if (signed.length === 0) throw refuse('notUnderWay', {});
  const reader = deps.readerOf(chain);
  const payable = { workspaceId: order.workspace_id, subWalletId: order.sub_wallet_id, ...paysOf(found, action) };
  try {
    const replacing = await modelOf(chain).replace({ chain, reader }, signed);
    return await replacing.offers(deps.db, payable, await reader.fees());
  } catch (error) {
    throw error instanceof RpcError ? chainRefusal(error, chain, () => refuse('feeEstimateFailed', {})) : error;
  }
}

/** The most that any attempt so far may cost. */
const highestOf = ({ order, attempts }: Found): bigint =>
  [order, ...attempts].map(({ max_fee }) => max_fee).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? order.max_fee;

/** What is paid: as much as before to the same payees, or nothing to the account itself, in the coin of its fee. */
function paysOf({ order, asset, feeAsset }: Found, action: Action): Pick<OrderRequest, 'asset' | 'call' | 'outputs'> {
  const { call, outputs, from, path } = parseIntent(order.intent);
  if (action === 'speed_up')
    return { asset, call, outputs: outputs.map((output) => ({ ...output, amount: BigInt(output.amount) })) };
  return { asset: feeAsset, call: '', outputs: [{ address: from, amount: 0n, memo: '', entry: '', path }] };
}

function requestOf(
  found: Found,
  action: Action,
  who: Who,
  offer: FeeOffer,
  ask: Pick<SpeedUpAsk, 'remark'>,
  requestId: string,
  hash: string,
): OrderRequest {
  const { order, chain, feeAsset } = found;
  const intent = parseIntent(order.intent);
  const highest = highestOf(found);
  return {
    ...paysOf(found, action),
    kind: kinds[action],
    chain,
    feeAsset,
    workspaceId: who.workspaceId,
    subWalletId: order.sub_wallet_id,
    keyGroup: intent.keyGroup,
    path: intent.path,
    from: intent.from,
    // Signers take no attempt that may cost no more than another.
    maxFee: offer.maxFee > highest ? offer.maxFee : highest + 1n,
    feePlan: offer.plan,
    raises: { id: order.id, intent: order.intent },
    initiatorUser: who.userId,
    initiator: who.memberId,
    requestId,
    requestHash: hash,
    remark: ask.remark,
  };
}

/** Do members have to approve it? No more than its own rules and prices say of it now. */
async function needsApproval({ preview }: SpeedUpDeps, request: OrderRequest): Promise<boolean> {
  try {
    return (await preview(request)).evaluation.action === 'flow';
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

export function createSpeedUp(deps: SpeedUpDeps) {
  return {
    async info(who: Who, id: OrderId, action: Action = 'speed_up') {
      const found = await find(deps, who, id);
      const problem = problemOf(found, action);
      const offers = problem === '' ? await offersFor(deps, found, action) : [];
      const { available } = await findBalance(deps.db, who.workspaceId, found.order.sub_wallet_id, found.feeAsset.id);
      const middle = offers[1];
      const asked = middle && requestOf(found, action, who, middle, { remark: '' }, 'dry-run', '');
      return {
        ...found,
        problem: problem === '' && offers.length === 0 ? ('coins' as const) : problem,
        offers,
        available,
        highest: highestOf(found),
        approvalNeeded: asked !== undefined && (await needsApproval(deps, asked)),
      };
    },
    /** The same request again gives the same order. @throws cannotAccelerate, btcAccelerationError, changeIsSpent, notUnderWay, attemptUnderWay, feeTooHigh */
    async ask(who: Who, action: Action, ask: SpeedUpAsk, requestId: string, record: Recorder): Promise<Submitted> {
      const hash = hashOfAsk([ask.withdraw_id, ask.fee_level, ask.max_fee ?? '', ask.remark]);
      const known = await deps.orders.repeated(who.workspaceId, kinds[action], requestId, hash);
      if (known) return known;
      const found = await find(deps, who, ask.withdraw_id);
      const problem = problemOf(found, action);
      if (problem !== '') throw refusalOf(problem, found);
      // As with what it cancels: an API client takes back its own alone.
      if (action === 'drop' && who.role === 'api' && found.order.initiator !== who.memberId)
        throw refuse('orderNotCancellable', {});
      await deps.demandOpen(who, found.order.sub_wallet_id, found);
      const offer = (await offersFor(deps, found, action)).find(({ level }) => level === ask.fee_level);
      if (!offer) throw refusalOf('coins', found);
      feeWithinCaps(found.chain, found.feeAsset, offer, ask.max_fee);
      await deps.orders.giveWay(found.order.id);
      return deps.submit(requestOf(found, action, who, offer, ask, requestId, hash), record);
    },
  };
}

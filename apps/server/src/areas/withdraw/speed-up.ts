import { type ChainConfig, type FeeOffer, familyOf, type Plan } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus, type SubWalletId } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Asset } from '../../catalog.ts';
import type { Replacing } from '../../chains/model.ts';
import { modelOf } from '../../chains/models.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import { findBalance } from '../../ledger/service.ts';
import type { Order, OrderRequest, OrdersService, Submitted } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { feeWithinCaps } from './checks.ts';
import type { Who, WithdrawDeps } from './deps.ts';
import type { Preview } from './preview.ts';
import { hashOfAsk } from './rules.ts';

/** A payment under way is asked for once more, for a fee that nodes take in the place of the newest attempt's. */

export interface SpeedUpAsk {
  readonly withdraw_id: OrderId;
  readonly fee_level: 1 | 2 | 3;
  readonly max_fee?: string | undefined;
  readonly remark: string;
}
export type Problem = '' | 'not_under_way' | 'mined' | 'attempt_waits' | 'chain';

export interface SpeedUpDeps extends Pick<WithdrawDeps, 'db' | 'catalog'> {
  readonly orders: Pick<OrdersService, 'order' | 'attempts' | 'newestPlan' | 'repeated'>;
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
}

const waits: readonly number[] = [orderStatus.awaitingApproval, orderStatus.awaitingSignature];

/** Why it is not sped up now. */
function problemOf({ order, attempts, chain }: Found): Problem {
  if (order.kind !== 'withdraw' || order.status !== orderStatus.paying) return 'not_under_way';
  if (modelOf(chain).replace(chain) === undefined) return 'chain';
  if (order.mined_height !== null) return 'mined';
  return attempts.some(({ status }) => waits.includes(status)) ? 'attempt_waits' : '';
}

function refusalOf(problem: Exclude<Problem, ''>, chain: ChainConfig): Error {
  if (problem === 'attempt_waits') return refuse('attemptUnderWay', {});
  if (problem !== 'chain') return refuse('notUnderWay', {});
  return refuse(familyOf(chain).model === 'utxo' ? 'btcAccelerationError' : 'cannotAccelerate', {});
}

/** @throws orderNotFound, unsupportedCoin for one that is configured no more */
async function find({ orders, catalog }: SpeedUpDeps, { workspaceId }: Who, id: OrderId): Promise<Found> {
  const order = await orders.order(workspaceId, id);
  const coin = catalog.find(order.asset_id);
  if (!coin) throw refuse('unsupportedCoin', { symbol: order.chain });
  return { order, attempts: await orders.attempts(id), ...coin, feeAsset: catalog.feeAsset(coin.chain) };
}

/** Three tiers, each at least what nodes take. @throws `chainRefusal`, feeEstimateFailed */
async function offersFor(
  deps: SpeedUpDeps,
  { order, chain }: Found,
  replacing: Replacing,
): Promise<readonly FeeOffer[]> {
  const old: Plan | null = await deps.orders.newestPlan(order);
  if (!old) throw refuse('notUnderWay', {});
  try {
    return (await deps.readerOf(chain).fees()).map((tier) => replacing.offer(old, tier));
  } catch (error) {
    throw error instanceof RpcError ? chainRefusal(error, chain, () => refuse('feeEstimateFailed', {})) : error;
  }
}

/** The most that any attempt so far may cost. */
const highestOf = ({ order, attempts }: Found): bigint =>
  [order, ...attempts].map(({ max_fee }) => max_fee).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? order.max_fee;

function requestOf(
  found: Found,
  who: Who,
  offer: FeeOffer,
  ask: Pick<SpeedUpAsk, 'remark'>,
  requestId: string,
  hash: string,
): OrderRequest {
  const { order, chain, asset, feeAsset } = found;
  const intent = parseIntent(order.intent);
  const highest = highestOf(found);
  return {
    kind: 'speedup',
    chain,
    asset,
    feeAsset,
    workspaceId: who.workspaceId,
    subWalletId: order.sub_wallet_id,
    keyGroup: intent.keyGroup,
    path: intent.path,
    from: intent.from,
    call: intent.call,
    outputs: intent.outputs.map((output) => ({ ...output, amount: BigInt(output.amount) })),
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
    async info(who: Who, id: OrderId) {
      const found = await find(deps, who, id);
      const problem = problemOf(found);
      const replacing = modelOf(found.chain).replace(found.chain);
      const offers = problem === '' && replacing ? await offersFor(deps, found, replacing) : [];
      const { available } = await findBalance(deps.db, who.workspaceId, found.order.sub_wallet_id, found.feeAsset.id);
      const middle = offers[1];
      const asked = middle && requestOf(found, who, middle, { remark: '' }, 'dry-run', '');
      return {
        ...found,
        problem,
        offers,
        available,
        highest: highestOf(found),
        approvalNeeded: asked !== undefined && (await needsApproval(deps, asked)),
      };
    },
    /** The same request again gives the same order. @throws cannotAccelerate, btcAccelerationError, notUnderWay, attemptUnderWay, feeTooHigh */
    async ask(who: Who, ask: SpeedUpAsk, requestId: string, record: Recorder): Promise<Submitted> {
      const hash = hashOfAsk([ask.withdraw_id, ask.fee_level, ask.max_fee ?? '', ask.remark]);
      const known = await deps.orders.repeated(who.workspaceId, 'speedup', requestId, hash);
      if (known) return known;
      const found = await find(deps, who, ask.withdraw_id);
      const problem = problemOf(found);
      const replacing = modelOf(found.chain).replace(found.chain);
      if (problem !== '' || !replacing) throw refusalOf(problem || 'chain', found.chain);
      await deps.demandOpen(who, found.order.sub_wallet_id, found);
      const offer = (await offersFor(deps, found, replacing)).find(({ level }) => level === ask.fee_level);
      if (!offer) throw refuse('feeEstimateFailed', {});
      feeWithinCaps(found.chain, found.feeAsset, offer, ask.max_fee);
      return deps.submit(requestOf(found, who, offer, ask, requestId, hash), record);
    },
  };
}

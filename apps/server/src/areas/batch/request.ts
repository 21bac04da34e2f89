import type { BatchId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { isBumped, type OrderRequest } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { feeWithinAgreed, feeWithinCaps } from '../withdraw/service.ts';
import type { BatchDeps, Who } from './deps.ts';
import type { BatchCoin, Looked } from './look.ts';
import type { BatchRow } from './queries.ts';
import { wayOn } from './ways.ts';

/** What is asked for beside the rows. */
export interface Ask {
  readonly requestId: string;
  readonly requestHash: string;
  readonly remark: string;
  readonly feeLevel: 1 | 2 | 3;
  /** In whole coins of the fee coin; left out, what the tier offers now. */
  readonly maxFee: string | undefined;
}
/** For looking at a batch that nobody asks for yet. */
export const dryRun: Ask = { requestId: 'dry-run', requestHash: '', remark: '', feeLevel: 2, maxFee: undefined };

type Draft = Pick<BatchRow, 'id' | 'version' | 'sub_wallet_id' | 'row_count' | 'by_contract'>;

/** The way a batch of this many rows is paid. @throws batchUnsupported, batchTooLong */
export function wayFor({ chain }: Pick<BatchCoin, 'chain'>, rows: number, byContract: boolean) {
  const way = wayOn(chain, byContract);
  if (!way) throw refuse('batchUnsupported', { network: chain.name });
  const max = way.maxRows(chain);
  if (rows > max) throw refuse('batchTooLong', { network: chain.name, max });
  return way;
}

type Outputs = Looked['outputs'];

/** What one transaction that pays these would cost. @throws as the fees of a withdrawal do */
async function offerOf(
  deps: BatchDeps,
  who: Who,
  { chain, asset }: BatchCoin,
  draft: Draft,
  [first, ...further]: Outputs,
  level: number,
) {
  const coin = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const { offers } = await deps.withdraws.offers(who, {
    subWalletId: draft.sub_wallet_id,
    coin,
    to: first?.address,
    amount: fromUnits(first?.amount ?? 0n, asset.decimals),
    memo: first?.memo ?? '',
    further,
    isSentOnce: !isBumped(wayFor({ chain }, draft.row_count, draft.by_contract).kindOf(chain, draft.row_count)),
  });
  const offer = offers.find((one) => one.level === level) ?? offers[1];
  if (!offer) throw refuse('feeEstimateFailed', {});
  return offer;
}
type Offer = Awaited<ReturnType<typeof offerOf>>;

/** How many payees a node is asked about at once. */
const askedAtOnce = 16;

/** What the dearest of these payments would cost: all rows are paid by one plan, and a payee that is new to a token costs more than others. */
async function dearestOf(outputs: Outputs, offered: (one: Outputs) => Promise<Offer>): Promise<Offer> {
  const distinct = [...Map.groupBy(outputs, ({ address, memo }) => JSON.stringify([address, memo])).values()];
  const offers: Offer[] = [];
  for (let at = 0; at < distinct.length; at += askedAtOnce) {
    const some = distinct.slice(at, at + askedAtOnce);
    offers.push(...(await Promise.all(some.map(([one]) => offered(one ? [one] : [])))));
  }
  return offers.reduce((most, one) => (one.maxFee > most.maxFee ? one : most));
}

/** What one transaction costs at most, and all of them. @throws as the fees of a withdrawal do, feeTooHigh */
async function priceOf(
  deps: BatchDeps,
  who: Who,
  coin: BatchCoin,
  draft: Draft,
  outputs: Outputs,
  { feeLevel, maxFee }: Pick<Ask, 'feeLevel' | 'maxFee'>,
) {
  const { chain, feeAsset } = coin;
  const transactions = BigInt(wayFor(coin, draft.row_count, draft.by_contract).transactions(outputs.length));
  const offered = (some: Outputs) => offerOf(deps, who, coin, draft, some, feeLevel);
  const one = await (transactions === 1n ? offered(outputs) : dearestOf(outputs, offered));
  const all = { ...one, fee: one.fee * transactions, maxFee: one.maxFee * transactions };
  // The chain's bound is that of a transaction, the asker's that of the whole.
  feeWithinCaps(chain, feeAsset, one, undefined);
  feeWithinAgreed(feeAsset, all, maxFee);
  return all;
}

/** The one order over all rows. @throws what asking for a withdrawal does, batchUnsupported, batchTooLong */
export async function requestOf(deps: BatchDeps, who: Who, coin: BatchCoin, draft: Draft, outputs: Outputs, ask: Ask) {
  const { chain, asset } = coin;
  const way = wayFor(coin, draft.row_count, draft.by_contract);
  const name = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: draft.sub_wallet_id, ...name });
  const offer = await priceOf(deps, who, coin, draft, outputs, ask);
  const batch: { readonly id: BatchId; readonly version: number } = { id: draft.id, version: draft.version };
  const request: OrderRequest = {
    kind: way.kindOf(chain, outputs.length),
    ...coin,
    ...(await deps.withdraws.askedBy(who, own, offer)),
    subWalletId: draft.sub_wallet_id,
    call: '',
    outputs,
    requestId: ask.requestId,
    requestHash: ask.requestHash,
    remark: ask.remark,
    batch,
  };
  return { request, offer };
}

export interface Cost {
  readonly problem: Refusal | undefined;
  readonly offer: Awaited<ReturnType<typeof requestOf>>['offer'] | undefined;
  readonly approval: boolean;
  /** What the rules ask of the whole; undefined while a row is at fault, and where something stands in the way. */
  readonly rules: Awaited<ReturnType<BatchDeps['withdraws']['previewToTell']>> | undefined;
}

/** What asking for it would cost, and what stands in the way of the whole. */
export async function costOf(
  deps: BatchDeps,
  who: Who,
  coin: BatchCoin,
  draft: Draft,
  { outputs, faults }: Looked,
): Promise<Cost> {
  let offer: Cost['offer'];
  const unasked = { approval: true, rules: undefined };
  if (outputs.length === 0) return { problem: undefined, offer, ...unasked };
  try {
    const made = await requestOf(deps, who, coin, draft, outputs, dryRun);
    offer = made.offer;
    // What rules say of a part of it is not what they say of the whole.
    if (faults.length > 0) return { problem: undefined, offer, ...unasked };
    await deps.withdraws.checkBalance(made.request);
    const rules = await deps.withdraws.previewToTell(made.request);
    return { problem: undefined, offer, approval: rules.evaluation.action === 'flow', rules };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error, offer, ...unasked };
    throw error;
  }
}

import { type ChainConfig, familyOf, type Resource } from '@holdfast/chains';
import { timedReader } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { fromUnits, MoneyError, toUnits } from '@holdfast/money';
import { kindRecords } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Asset } from '../../catalog.ts';
import type { OrderRequest, StakeKind, Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import { resourcesOf, type StakeDeps, takesStake } from './accounts.ts';
import { callOf, type Deed, type Problem, problemOf, requestHash } from './rules.ts';

/** What came over the wire; '' and 0 where a kind has no such field. */
export interface Ask {
  readonly kind: StakeKind;
  readonly request_id: string;
  readonly sub_wallet_id: SubWalletId;
  readonly chain_id: string;
  readonly resource: Resource | '';
  readonly amount: string;
  readonly address_to: string;
  readonly lock_blocks: number;
  readonly remark: string;
  readonly max_fee?: string | undefined;
}
type Coin = { readonly chain: ChainConfig; readonly asset: Asset; readonly feeAsset: Asset };

const hashOf = (ask: Ask): string =>
  requestHash([
    ask.kind,
    ask.sub_wallet_id,
    ask.chain_id,
    ask.resource,
    ask.amount,
    ask.address_to,
    ask.lock_blocks,
    ask.remark,
    ask.max_fee ?? '',
  ]);

/** The coin of a chain that has stake. @throws unsupportedCoin */
function coinOf({ catalog }: StakeDeps, id: string): Coin {
  const chain = catalog.chain(id);
  if (!chain || !takesStake(chain)) throw refuse('unsupportedCoin', { symbol: id });
  const asset = catalog.feeAsset(chain);
  return { chain, asset, feeAsset: asset };
}

/** @throws tooManyDecimals, amountError */
function unitsOf(text: string, { symbol, decimals }: Asset): bigint {
  try {
    return toUnits(text, decimals);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw error.code === 'tooManyDecimals'
      ? refuse('tooManyDecimals', { symbol, decimals })
      : refuse('amountError', {});
  }
}

function refusalOf(found: Problem, { asset: { symbol, decimals } }: Coin, least: bigint, mostWaiting: number): Error {
  const text = (units: bigint): string => fromUnits(units, decimals);
  switch (found.problem) {
    case 'short':
      return refuse('stakeShort', { available: text(found.most), symbol });
    case 'locked':
      return refuse('delegationLocked', { available: text(found.most), symbol });
    case 'belowLeast':
      return refuse('belowMinimum', { min: text(least), symbol });
    case 'nothingUnfrozen':
      return refuse('nothingUnfrozen', {});
    case 'unfreezingFull':
      return refuse('unfreezingFull', { max: mostWaiting });
    case 'lockTooLong':
      return refuse('invalidParameters', { field: 'lock_blocks' });
    case 'nothing':
      return refuse('amountError', {});
  }
}

/** The offer of the family, within the chain's cap and what was agreed to. @throws feeTooHigh */
function offerOf(ask: Ask, { chain, feeAsset }: Coin) {
  const family = familyOf(chain);
  const offer = family.model === 'timed' ? family.stakeOffer : undefined;
  if (!offer) throw refuse('unsupportedCoin', { symbol: ask.chain_id });
  const agreed = ask.max_fee === undefined ? offer.maxFee : unitsOf(ask.max_fee, feeAsset);
  const cap = BigInt(chain.maxFee);
  const max = agreed < cap ? agreed : cap;
  if (offer.maxFee > max)
    throw refuse('feeTooHigh', { max: fromUnits(max, feeAsset.decimals), symbol: feeAsset.symbol });
  return offer;
}

/** Is something given to somebody by it, as coins are to a payee? */
function isGiven(kind: StakeKind): boolean {
  const { ruled } = kindRecords[kind];
  return ruled.by === 'transactions' && ruled.judged === 'payees';
}

/** Who is named: the account itself, whom it delegates to, or who had been delegated to, who may be nobody's by now. @throws receiverNotListed, receiverInactive */
async function outputOf(deps: StakeDeps, who: Who, ask: Ask, coin: Coin, own: { address: string; path: string }) {
  if (ask.address_to === '') return { address: own.address, entry: '', path: own.path };
  const to = await deps.withdraws.receiver(who, coin, ask.address_to);
  if (to.address === own.address) throw refuse('transferToSelf', {});
  if (!isGiven(ask.kind)) return to;
  if (to.entry === '' && to.path === '') throw refuse('receiverNotListed', {});
  const trial = { from: own.address, to: to.address, amount: 1n, contract: '', memo: '' };
  const { activationFee } = await timedReader(deps.readerOf(coin.chain)).usage(trial);
  if (activationFee > 0n) throw refuse('receiverInactive', { network: coin.chain.name });
  return to;
}

async function draftOf(deps: StakeDeps, who: Who, ask: Ask): Promise<OrderRequest> {
  const coin = coinOf(deps, ask.chain_id);
  const { chain, asset } = coin;
  const name = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...name });
  const offer = offerOf(ask, coin);
  const amount = kindRecords[ask.kind].staking?.amount ? unitsOf(ask.amount, asset) : 0n;
  const output = await outputOf(deps, who, ask, coin, own);
  const to = ask.address_to === '' ? '' : output.address;
  const deed: Deed = { kind: ask.kind, resource: ask.resource, amount, to, lockBlocks: ask.lock_blocks };
  const account = await resourcesOf(deps, chain, own.address);
  const problem = problemOf(deed, account, deps.clock().getTime());
  if (problem) throw refusalOf(problem, coin, account.terms.least, account.terms.mostUnfreezing);
  return {
    ...coin,
    kind: ask.kind,
    call: callOf(deed),
    outputs: [{ ...output, amount, memo: '' }],
    ...(await deps.withdraws.askedBy(who, own, offer)),
    subWalletId: ask.sub_wallet_id,
    requestId: ask.request_id,
    requestHash: hashOf(ask),
    remark: ask.remark,
  };
}

/**
 * Order and hold, durable when this returns; the same request again gives the same order. @throws what `openAccount` and `submit` of withdrawals do,
 * stakeShort, delegationLocked, belowMinimum, nothingUnfrozen, unfreezingFull, receiverNotListed, receiverInactive, feeTooHigh
 */
export async function askStake(deps: StakeDeps, who: Who, ask: Ask, record: Recorder): Promise<Submitted> {
  await deps.wallets.subWallet(who.workspaceId, ask.sub_wallet_id);
  const known = await deps.orders.repeated(who.workspaceId, ask.kind, ask.request_id, hashOf(ask));
  return known ?? deps.withdraws.submit(await draftOf(deps, who, ask), record);
}

import {
  type AddressCheck,
  type AssetConfig,
  type ChainConfig,
  type FeeOffer,
  familyOf,
  isOfFamily,
  isTokenContract,
} from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Catalog } from '../../catalog.ts';
import { modelOf } from '../../chains/models.ts';
import type { Db } from '../../db/database.ts';
import { findBalance } from '../../ledger/service.ts';
import { type OrderRequest, takenOf } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import { checkAmount, shortOf } from './rules.ts';

/** What is wrong with a destination, an amount, a fee or a balance, as the refusal that says so. */

export type DestinationCheck =
  | { readonly ok: true; readonly address: string }
  | {
      readonly ok: false;
      readonly reason: Extract<AddressCheck, { ok: false }>['reason'] | 'token';
      /** Of our chains, the one whose address it is; '' for none. */
      readonly network: string;
      /** The token whose contract it is; '' for none. */
      readonly token: string;
    };

/** Can it be paid at all: an address of this chain, and no token's contract. */
export function checkDestination(catalog: Catalog, chain: ChainConfig, text: string): DestinationCheck {
  const family = familyOf(chain);
  const checked = family.checkAddress(chain, text);
  if (checked.ok && isTokenContract(chain, checked.address)) {
    const token = chain.assets.find(({ contract }) => contract === checked.address)?.symbol ?? '';
    return { ok: false, reason: 'token', network: '', token };
  }
  if (checked.ok) return checked;
  const elsewhere = catalog.chains.find(
    (other) => !isOfFamily(family, other) && familyOf(other).checkAddress(other, text).ok,
  );
  const reason = elsewhere ? 'network' : checked.reason;
  return { ok: false, reason, network: elsewhere?.name ?? '', token: '' };
}

/** The address in its one spelling; never a token's contract. @throws addressOfOtherNetwork, invalidAddress */
export function destination(catalog: Catalog, chain: ChainConfig, text: string): string {
  const checked = checkDestination(catalog, chain, text);
  if (checked.ok) return checked.address;
  throw refuse(checked.reason === 'network' ? 'addressOfOtherNetwork' : 'invalidAddress', { network: chain.name });
}

/** @throws tooManyDecimals, belowMinimum, aboveMaximum, amountError */
export function amountOf(text: string, asset: AssetConfig): bigint {
  const checked = checkAmount(text, asset);
  if (checked.ok) return checked.units;
  const { symbol, decimals } = asset;
  const shown = (units: string): string => fromUnits(BigInt(units), decimals);
  if (checked.problem === 'tooManyDecimals') throw refuse('tooManyDecimals', { symbol, decimals });
  if (checked.problem === 'belowMinimum') throw refuse('belowMinimum', { min: shown(asset.minWithdraw), symbol });
  if (checked.problem === 'aboveMaximum') throw refuse('aboveMaximum', { max: shown(asset.maxWithdraw), symbol });
  throw refuse('amountError', {});
}

/** What can be paid at once, fee included: what is available, or less where that lies in more coins than one transaction can spend. */
export async function payableOf(
  db: Db,
  chain: ChainConfig,
  asset: AssetConfig,
  subWalletId: SubWalletId,
  available: bigint,
): Promise<bigint> {
  const most = asset.contract === '' ? await modelOf(chain).holdings.mostAtOnce(db, chain, subWalletId) : undefined;
  return most === undefined || most.units > available ? available : most.units;
}

/** Refuses what lies in more coins than one transaction spends: such an order would wait for ever. @throws tooManyCoins */
export async function checkCoins(db: Db, p: OrderRequest): Promise<void> {
  const { chain, asset, subWalletId, workspaceId } = p;
  const most = asset.contract === '' ? await modelOf(chain).holdings.mostAtOnce(db, chain, subWalletId) : undefined;
  if (most === undefined || takenOf(p) + p.maxFee <= most.units) return;
  // What there is not at all is another refusal.
  if (takenOf(p) + p.maxFee > (await findBalance(db, workspaceId, subWalletId, asset.id)).available) return;
  const units = most.units > p.maxFee ? most.units - p.maxFee : 0n;
  throw refuse('tooManyCoins', { max: most.coins, most: fromUnits(units, asset.decimals), symbol: asset.symbol });
}

/** What a call says that leaves of tokens. @throws insufficientBalance */
async function checkOutflows(db: Db, { workspaceId, subWalletId, outflows = [] }: OrderRequest): Promise<void> {
  for (const { asset, asset_id, held } of outflows) {
    const { available } = await findBalance(db, workspaceId, subWalletId, asset_id);
    if (available < held)
      throw refuse('insufficientBalance', { available: fromUnits(available, asset.decimals), symbol: asset.symbol });
  }
}

/** Refuses what the balance does not cover; the database decides again when the order is written. @throws insufficientBalance, feeBalanceShort, tooManyCoins */
export async function checkBalance(db: Db, p: OrderRequest): Promise<void> {
  const { workspaceId, subWalletId } = p;
  const balance = await findBalance(db, workspaceId, subWalletId, p.asset.id);
  const available = await payableOf(db, p.chain, p.asset, subWalletId, balance.available);
  const sameCoin = p.asset.id === p.feeAsset.id;
  const feeAvailable = sameCoin
    ? available
    : (await findBalance(db, workspaceId, subWalletId, p.feeAsset.id)).available;
  const short = shortOf({ amount: takenOf(p), maxFee: p.maxFee, sameCoin, available, feeAvailable });
  if (short !== '') await checkCoins(db, p);
  if (short === 'balance')
    throw refuse('insufficientBalance', {
      available: fromUnits(available, p.asset.decimals),
      symbol: p.asset.symbol,
    });
  await checkOutflows(db, p);
  if (short === 'fee')
    throw refuse('feeBalanceShort', { fee: fromUnits(p.maxFee, p.feeAsset.decimals), symbol: p.feeAsset.symbol });
}

function feeAtMost(most: bigint, feeAsset: AssetConfig, { maxFee }: Pick<FeeOffer, 'maxFee'>): void {
  if (maxFee > most) throw refuse('feeTooHigh', { max: fromUnits(most, feeAsset.decimals), symbol: feeAsset.symbol });
}

/** Not above what the caller agreed to. @throws feeTooHigh */
export function feeWithinAgreed(
  feeAsset: AssetConfig,
  offer: Pick<FeeOffer, 'maxFee'>,
  agreed: string | undefined,
): void {
  if (agreed !== undefined) feeAtMost(checkAgreed(agreed, feeAsset), feeAsset, offer);
}

/** Neither above the chain's cap nor above what the caller agreed to. @throws feeTooHigh */
export function feeWithinCaps(
  chain: ChainConfig,
  feeAsset: AssetConfig,
  offer: FeeOffer,
  agreed: string | undefined,
): void {
  feeWithinAgreed(feeAsset, offer, agreed);
  feeAtMost(BigInt(chain.maxFee), feeAsset, offer);
}
/** An amount of any size. @throws tooManyDecimals, amountError */
export function checkAgreed(text: string, feeAsset: AssetConfig): bigint {
  const checked = checkAmount(text, { ...feeAsset, minWithdraw: '0', maxWithdraw: String((1n << 256n) - 1n) });
  if (!checked.ok)
    throw refuse(checked.problem === 'tooManyDecimals' ? 'tooManyDecimals' : 'amountError', {
      symbol: feeAsset.symbol,
      decimals: feeAsset.decimals,
    });
  return checked.units;
}

import type { FeeOffer } from '../fee-offer.ts';
import type { Usage } from '../resources.ts';
import { readUnits } from '../transfer.ts';
import type { AssetConfig, FeeTier } from '../types.ts';

/**
 * What the chain asks beside computing, in sun: parameters that its representatives vote on, as they are on the main network. They stand in no transaction,
 * so they are counted by these numbers at signers and server alike; the reader refuses a node whose network asks more.
 */
export const prices = {
  /** Of a byte that the payer's bandwidth does not cover. */
  byte: 1_000n,
  /** Of an account that does not exist yet. */
  account: 1_100_000n,
  memo: 1_000_000n,
} as const;

/** More bytes than a payment can have, with its signature and its result. */
const mostBytes = { coin: 300n, token: 420n, stake: 350n } as const;

/** The most that a payment can cost beside computing: no bandwidth of its own, a payee that does not exist yet. */
function otherCosts({ contract }: Pick<AssetConfig, 'contract'>, memo: string): bigint {
  const bytes = (contract === '' ? mostBytes.coin : mostBytes.token) + BigInt(memo.length);
  return bytes * prices.byte + (contract === '' ? prices.account : 0n) + (memo === '' ? 0n : prices.memo);
}

/** The most that anything done with stake can cost, sun: its bytes. Who is delegated to exists already. */
export const worstStakeFee = mostBytes.stake * prices.byte;

/** The most that a payment can cost, sun. */
export const worstFee = (asset: Pick<AssetConfig, 'contract'>, memo: string, feeLimit: bigint): bigint =>
  feeLimit + otherCosts(asset, memo);

/** The limit leaves room for a trial that ran on an earlier state, and counts energy as if none were covered: the chain's limit does. */
const withRoom = (energy: bigint): bigint => (energy * 6n + 4n) / 5n;

const nothingUsed = { needed: 0n, covered: 0n, fee: 0n };

/** @throws ChainError `badPlan` */
export function tronFeeOffer(
  { level, rate, plan: { energyPrice = '' } }: FeeTier,
  asset: AssetConfig,
  memo: string,
  { energy, ownEnergy, bandwidth = nothingUsed, activationFee, memoFee, firstOfToken }: Usage,
): FeeOffer {
  const price = readUnits(energyPrice, 'badPlan', 'energyPrice');
  const feeLimit = withRoom(energy) * price;
  const covered = energy > ownEnergy ? ownEnergy : energy;
  const energyFee = (energy - covered) * price;
  return {
    level,
    rate,
    fee: energyFee + bandwidth.fee + activationFee + memoFee,
    maxFee: worstFee(asset, memo, feeLimit),
    plan: { feeLimit: String(feeLimit) },
    resources: {
      bandwidth,
      energy: { needed: energy, covered, fee: energyFee },
      activationFee,
      memoFee,
      feeLimit,
      firstOfToken,
    },
  };
}

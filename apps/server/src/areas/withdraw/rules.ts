import { createHash } from 'node:crypto';
import type { AssetConfig } from '@holdfast/chains';
import { MoneyError, toUnits } from '@holdfast/money';

/** A stand-in for an id where nothing is written (dry runs). */
export const nobody = '00000000-0000-4000-8000-000000000000';

/** What a withdrawal asks for, as it came over the wire; part of the stored hash of its request id. */
export interface Asked {
  readonly sub_wallet_id: number;
  readonly symbol: string;
  readonly chain_id?: string | undefined;
  readonly contract_address?: string | undefined;
  readonly address_to: string;
  readonly memo: string;
  readonly amount: string;
  readonly from?: string | undefined;
  readonly remark: string;
  readonly fee_level: number;
  readonly max_fee?: string | undefined;
  readonly inputs?: readonly { readonly txid: string; readonly vout: number }[] | undefined;
}

/** 64 hex over everything that makes two requests the same request. */
export function requestHash(a: Asked): string {
  const fields = [
    a.sub_wallet_id,
    a.symbol,
    a.address_to,
    a.memo,
    a.amount,
    a.from ?? '',
    a.remark,
    a.fee_level,
    a.max_fee ?? '',
    // Only where it is said, so that the hashes of those who never do stay as they were.
    ...(a.chain_id === undefined && a.contract_address === undefined
      ? []
      : [a.chain_id ?? null, a.contract_address ?? null]),
    ...(a.inputs === undefined ? [] : ['inputs', a.inputs.map(({ txid, vout }) => `${txid}:${vout}`)]),
  ];
  return hashOfAsk(fields);
}

export const hashOfAsk = (fields: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex');

export type AmountCheck =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly problem: 'amountError' | 'tooManyDecimals' | 'belowMinimum' | 'aboveMaximum' };

/** Amount text against the limits of its coin; refuses rather than rounds. */
export function checkAmount(text: string, asset: AssetConfig): AmountCheck {
  let units: bigint;
  try {
    units = toUnits(text, asset.decimals);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return { ok: false, problem: error.code === 'tooManyDecimals' ? 'tooManyDecimals' : 'amountError' };
  }
  if (units < BigInt(asset.minWithdraw)) return { ok: false, problem: 'belowMinimum' };
  if (units > BigInt(asset.maxWithdraw)) return { ok: false, problem: 'aboveMaximum' };
  return units === 0n ? { ok: false, problem: 'amountError' } : { ok: true, units };
}

/** What a payment is short of, given what is available of its coin and of the fee's coin. */
export function shortOf(p: {
  amount: bigint;
  maxFee: bigint;
  sameCoin: boolean;
  available: bigint;
  feeAvailable: bigint;
}): '' | 'balance' | 'fee' {
  if (p.amount > p.available) return 'balance';
  return (p.sameCoin ? p.available - p.amount : p.feeAvailable) < p.maxFee ? 'fee' : '';
}

import type { ValidationRule } from '@holdfast/contract';
import { compare, isDecimal, MoneyError, subtract, toUnits } from '@holdfast/money';
import type { TextKey } from '../../lib/i18n.ts';

export interface WithdrawForm {
  readonly symbol: string;
  readonly address: string;
  /** What the payment tells the payee; '' for nothing. */
  readonly memo: string;
  readonly amount: string;
  readonly feeLevel: FeeLevel;
  readonly remark: string;
}
export type FeeLevel = 1 | 2 | 3;
export const remarkMax = 200;
export const memoMax = 100;

/** What the server says about the coin, as far as the form needs it. Amounts are decimal text in whole coins. */
export interface CoinLimits {
  readonly symbol: string;
  readonly decimals: number;
  readonly normal_balance: string;
  /** What one payment and its fee can take of it. */
  readonly payable_balance: string;
  readonly min_withdraw: string;
  readonly max_withdraw: string;
  readonly fee_symbol: string;
  readonly fee_balance: string;
  readonly enable_withdraw: boolean;
  readonly support_memo: boolean;
}

/** What the server says about the destination. */
export interface Destination {
  readonly valid: boolean;
  readonly reason: string;
  readonly is_own: unknown;
  /** Ours, and paying it gathers coins, or takes the nonce that an ended payment left. */
  readonly gathers: boolean;
}

/** A text key with what it names, or a generic message about a field; undefined when the field is in order. */
export type Fault =
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, string>> }
  | { readonly rule: ValidationRule; readonly label: TextKey; readonly values?: Readonly<Record<string, string>> };

/**
 * The most that can be withdrawn: all that one payment can take, less the highest fee where the fee is paid in the same coin; never above the coin's limit.
 * '0' when the fee alone takes everything. The server decides again.
 */
export function spendable(limits: CoinLimits, maxFee: string): string {
  const left = limits.fee_symbol === limits.symbol ? subtract(limits.payable_balance, maxFee) : limits.payable_balance;
  if (compare(left, '0') <= 0) return '0';
  return compare(left, limits.max_withdraw) > 0 ? limits.max_withdraw : left;
}

const noNumber: Fault = { rule: 'type', label: 'common.amount', values: { type: 'number' } };

function wrongAmount(error: unknown, limits: CoinLimits, maxFee: string): Fault {
  const { symbol, decimals } = limits;
  const code = error instanceof MoneyError ? error.code : undefined;
  if (code === 'tooManyDecimals')
    return { key: 'withdraw.fault.tooManyDecimals', values: { symbol, decimals: String(decimals) } };
  if (code === 'tooLarge')
    return { key: 'withdraw.fault.aboveAvailable', values: { amount: spendable(limits, maxFee), symbol } };
  return noNumber;
}

/** First fault of the amount, in the order the server checks (domain.md 7.4): form, decimals, least, most, available. */
export function amountFault(amount: string, limits: CoinLimits, maxFee: string): Fault | undefined {
  const { symbol, decimals, min_withdraw, max_withdraw } = limits;
  if (amount.trim() === '') return { rule: 'required', label: 'common.amount' };
  try {
    toUnits(amount, decimals);
  } catch (error) {
    return wrongAmount(error, limits, maxFee);
  }
  if (compare(amount, min_withdraw) < 0 || compare(amount, '0') === 0)
    return { key: 'withdraw.fault.belowMinimum', values: { amount: min_withdraw, symbol } };
  if (compare(amount, max_withdraw) > 0)
    return { key: 'withdraw.fault.aboveMaximum', values: { amount: max_withdraw, symbol } };
  const most = spendable(limits, maxFee);
  return compare(amount, most) > 0
    ? { key: 'withdraw.fault.aboveAvailable', values: { amount: most, symbol } }
    : undefined;
}

const addressFaults: Record<string, TextKey> = {
  format: 'withdraw.fault.addressFormat',
  checksum: 'withdraw.fault.addressChecksum',
  network: 'withdraw.fault.addressNetwork',
  hexadecimal: 'withdraw.fault.addressHexadecimal',
};

/** Undefined while the server has not said anything yet: an unknown address is neither right nor wrong. */
export function addressFault(address: string, destination: Destination | undefined): Fault | undefined {
  if (address.trim() === '') return { rule: 'required', label: 'withdraw.recipient' };
  if (!destination) return undefined;
  if (!destination.valid) return { key: addressFaults[destination.reason] ?? 'withdraw.fault.addressFormat' };
  return destination.is_own && !destination.gathers ? { key: 'withdraw.fault.addressOwn' } : undefined;
}

/** Written on the chain for everybody, so plain letters only: what signers take. */
export function memoFault(memo: string, needed = false): Fault | undefined {
  if (needed && memo.trim() === '') return { key: 'withdraw.fault.memoNeeded' };
  return /^[\x20-\x7e]*$/.test(memo.trim()) ? undefined : { key: 'withdraw.fault.memo' };
}

/** What is sent of it: nothing where the coin's chain takes none. */
export const memoOf = ({ memo }: WithdrawForm, info: Pick<CoinLimits, 'support_memo'> | undefined): string =>
  info?.support_memo ? memo.trim() : '';

/** The fee coin must cover the highest fee when it is another coin than the one sent. */
export function feeFault(limits: CoinLimits, maxFee: string): Fault | undefined {
  const { fee_symbol, symbol, fee_balance } = limits;
  if (fee_symbol === symbol || compare(fee_balance, maxFee) >= 0) return undefined;
  return { key: 'withdraw.fault.feeBalance', values: { symbol: fee_symbol, amount: maxFee } };
}

/** Left in the wallet afterwards, fee at its highest; never below '0'. */
export function balanceAfter(limits: CoinLimits, amount: string, maxFee: string): string {
  const spent = subtract(limits.normal_balance, amount);
  const left = limits.fee_symbol === limits.symbol ? subtract(spent, maxFee) : spent;
  return compare(left, '0') < 0 ? '0' : left;
}

export const isAmount = (text: string): boolean => isDecimal(text) && compare(text, '0') > 0;

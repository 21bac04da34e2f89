import type { ErrorName, ValidationRule } from '@holdfast/contract';
import { compare, exactAmount, MoneyError, subtract, toUnits } from '@holdfast/money';
import type { ChosenOutput } from '../../lib/chosen-outputs.ts';
import type { TextKey } from '../../lib/i18n.ts';
import { type AddressFault, addressFaultText, looksLikeName } from '../../lib/payee-name.ts';

export interface WithdrawForm {
  readonly symbol: string;
  readonly address: string;
  /** What the payment tells the payee; '' for nothing. */
  readonly memo: string;
  readonly amount: string;
  readonly feeLevel: FeeLevel;
  readonly remark: string;
  /** Outputs that it is made of; none where the server chooses. */
  readonly inputs: readonly ChosenOutput[];
  /** The payee that a payment link has put there, and what else it has filled in. */
  readonly linked?: { readonly payee: string } & Pick<WithdrawForm, 'amount' | 'memo' | 'remark'>;
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
export interface Destination extends AddressFault {
  readonly valid: boolean;
  /** Whose it is, if it is one of our own. */
  readonly is_own: { readonly sub_wallet_id: number } | null;
  /** Ours, and paying it gathers coins, or takes the nonce that an ended payment left. */
  readonly gathers: boolean;
  readonly is_white: boolean;
  /** Of the entry in the address book; '' for none. */
  readonly white_label: string;
  /** From when on its entry counts. */
  readonly white_from: Date | null;
}

/** Who pays, and whom the signers take now. */
export interface Paying {
  readonly subWalletId: number;
  /** Listed payees and own addresses alone. */
  readonly listedOnly: boolean;
}

/** A text key with what it names, or a generic message about a field; undefined when the field is in order. */
export type Fault =
  /** `when`: a time that the text names. */
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, string>>; readonly when?: Date }
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
  if (code === 'tooLarge') return aboveAvailable(limits, maxFee);
  return noNumber;
}

/** More than there is for this payment: with what there is, and what of it the fee leaves. */
function aboveAvailable(limits: CoinLimits, maxFee: string): Fault {
  const { symbol, normal_balance: have, fee_symbol } = limits;
  const values = { have: exactAmount(have), amount: exactAmount(spendable(limits, maxFee)), symbol };
  return fee_symbol === symbol
    ? { key: 'withdraw.fault.aboveAvailable', values }
    : { key: 'withdraw.fault.aboveBalance', values };
}

/**
 * First fault of the amount, in the order the server checks (domain.md 7.4): form, decimals, least, most, available. Of the two highest amounts the lower is
 * told: it is the one that applies.
 */
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
  const most = spendable(limits, maxFee);
  if (compare(amount, most) <= 0) return undefined;
  return most === max_withdraw
    ? { key: 'withdraw.fault.aboveMaximum', values: { amount: max_withdraw, symbol } }
    : aboveAvailable(limits, maxFee);
}

/** Whether the address that is signed looks other than the one that was written: TON writes an account in several ways. */
export const isRespelled = (written: string, signed: string): boolean =>
  written.trim().toLowerCase() !== signed.toLowerCase();

/** What is known of it says more than that nobody is called so; and nobody is called what begins as an address does. */
const invalidAddress = (address: string, to: Destination): Fault =>
  looksLikeName(address) && !/^\s*0x/i.test(address) && !to.token && !to.network
    ? { key: 'withdraw.fault.noPayee' }
    : addressFaultText(to);

/**
 * Undefined while the server has not said anything yet: an unknown address is neither right nor wrong. A payee that cools down, and one that is not listed, are
 * at fault as long as listed payees alone are paid, however they came into the form.
 */
export function addressFault(address: string, to: Destination | undefined, paying: Paying): Fault | undefined {
  if (address.trim() === '') return { rule: 'required', label: 'withdraw.recipient' };
  if (!to) return undefined;
  if (!to.valid) return invalidAddress(address, to);
  if (to.is_own)
    return to.is_own.sub_wallet_id === paying.subWalletId && !to.gathers
      ? { key: 'withdraw.fault.addressOwn' }
      : undefined;
  if (!paying.listedOnly || to.is_white) return undefined;
  return to.white_from
    ? { key: 'withdraw.fault.cooling', values: { label: to.white_label }, when: to.white_from }
    : { key: 'withdraw.fault.notListed' };
}

/** The field that a refusal of the dry run is about; undefined where it is about none. */
export function fieldOfRefusal(name: ErrorName | undefined): 'address' | 'memo' | 'amount' | undefined {
  switch (name) {
    case 'coolingPeriod':
    case 'whitelistHeld':
    case 'transferToSelf':
    case 'invalidAddress':
    case 'addressOfOtherNetwork':
      return 'address';
    case 'memoNeeded':
      return 'memo';
    case 'amountError':
    case 'tooManyDecimals':
    case 'belowMinimum':
    case 'aboveMaximum':
    case 'insufficientBalance':
    case 'tooManyCoins':
    case 'outputTaken':
    case 'outputsShort':
      return 'amount';
    default:
      return undefined;
  }
}

/** An amount that the coin can express: of what is none, nobody is asked what it costs. */
export function isPayable(amount: string, decimals: number): boolean {
  try {
    return toUnits(amount, decimals) > 0n;
  } catch {
    return false;
  }
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

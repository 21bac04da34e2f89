export {
  add,
  compare,
  decimalErrors,
  divide,
  isDecimal,
  multiply,
  type RoundingMode,
  round,
  squareRoot,
  subtract,
  toFixed,
} from './decimal.ts';
export {
  type AvatarColor,
  avatarColor,
  avatarColors,
  exactAmount,
  formatAmount,
  formatNumber,
  formatPrice,
  missing,
  type NumberFormat,
  shortenHash,
} from './format.ts';
export { cleanAmount, writtenDollars, writtenWithUnit } from './typed.ts';
export { fromUnits, type Money, MoneyError, type MoneyFault, maxUnits, toUnits } from './units.ts';

import { compare, formatNumber } from '@holdfast/money';

/** US dollars behind an amount, ` ≈ $1,234.50`; '' where it is not known, ` < $0.01` for what is less than a cent. */
export function about(usd: string): string {
  if (usd === '') return '';
  return compare(usd, '0') === 0 ? ' <\u00a0$0.01' : ` ≈\u00a0$${formatNumber(usd)}`;
}

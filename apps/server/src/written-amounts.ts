import { cleanAmount, MoneyError, toUnits } from '@holdfast/money';

/** Amounts are kept in base units: the same number of coins is another one of each number of decimals. */
const decimalsMost = 36;

/** An amount in base units of an asset with so many decimals. */
interface WrittenAmount {
  readonly decimals: number;
  readonly units: bigint;
}

function unitsAt(amount: string, decimals: number): bigint[] {
  try {
    return [toUnits(amount, decimals)];
  } catch (error) {
    // More than there can be: nothing has it.
    if (error instanceof MoneyError) return [];
    throw error;
  }
}

/** What was written as an amount, in base units of each number of decimals; nothing where it is none. Nobody pays nothing. */
export function writtenAmounts(text: string): readonly WrittenAmount[] {
  const amount = cleanAmount(text);
  if (amount === undefined || !/[1-9]/.test(amount)) return [];
  // What is finer than an asset no transaction of it has.
  const least = (amount.split('.')[1] ?? '').replace(/0+$/, '').length;
  const places = Array.from({ length: Math.max(0, decimalsMost + 1 - least) }, (_, at) => least + at);
  return places.flatMap((decimals) => unitsAt(amount, decimals).map((units) => ({ decimals, units })));
}

/** Symbols of coins that somebody here may mean, in capitals. */
export type Units = ReadonlySet<string>;

const symbol = '[A-Za-z]{2}[A-Za-z0-9.]{0,8}|\\p{Sc}';
const isSymbol = new RegExp(`^(?:${symbol})$`, 'u');
const behind = new RegExp(`^\\s*([\\d.,_'\\s]*\\d)\\s*(${symbol})\\s*$`, 'u');
const before = /^\s*([A-Z]{2}[A-Z0-9.]{0,8}|\p{Sc})\s*(\d[\d.,_'\s]*)$/u;

interface InUnit {
  readonly amount: string;
  readonly unit: string;
}

/** An amount with what it is of, before or behind it: `5 USDC`, `EUR 5`; undefined of a mere number, and of what is none. */
export function inUnit(text: string): InUnit | undefined {
  const [, amount, unit] = behind.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return { amount: amount.trim(), unit };
  const [, first, rest] = before.exec(text) ?? [];
  return first !== undefined && rest !== undefined ? { amount: rest.trim(), unit: first } : undefined;
}

/** The mere amount where it is of this coin; any other stays as it is, to be refused. */
export function withoutUnit(text: string, coin: string): string {
  const found = inUnit(text);
  return found?.unit.toUpperCase() === coin.toUpperCase() ? found.amount : text;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (text: string): boolean => currencies.has(text) || /USD|EUR|\p{Sc}/u.test(text);

/**
 * Does this word say what the amount beside it is of? A coin that is known here does, and a currency in capitals; where nothing but blanks stand between them, any
 * short word in capitals may. Read as a remark it would make another amount of it.
 */
export function isUnit(text: string, known: Units, byBlanks: boolean): boolean {
  const word = text.trim();
  if (!isSymbol.test(word)) return false;
  if (known.has(word.toUpperCase())) return true;
  return (
    /^[A-Z\p{Sc}]/u.test(word) &&
    word === word.toUpperCase() &&
    (isCurrency(word) || (byBlanks && /^[A-Z]{3,6}$/.test(word)))
  );
}

/**
 * Thousands apart by commas, or by blanks and the like, after which a comma may be the decimal one; or by points, where a decimal comma follows or several points stand, which
 * can mean nothing else. `0,500` is no thousand.
 */
const grouped = /^[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d*)?|(?:[\s'_]\d{3})+(?:[.,]\d*)?|(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;

/** As a keyboard for Chinese types digits, points and commas: `０．５` and `0。5` are 0.5. */
const wide: Readonly<Record<string, string>> = { '．': '.', '。': '.', '，': ',' };
const plain = (text: string): string =>
  text.replace(/[０-９．。，]/g, (one) => wide[one] ?? String.fromCharCode(one.charCodeAt(0) - 0xfee0));

/**
 * What somebody typed or pasted → plain decimal text with a digit before the point, or undefined when it holds anything that is no part of an amount. Separators
 * of thousands are taken out; any other single comma is a decimal comma.
 */
export function cleanAmount(text: string): string | undefined {
  const trimmed = plain(text).trim();
  // What stands first between digits is what stands between thousands.
  const [first = ''] = /\D/.exec(trimmed) ?? [];
  const bare = grouped.test(trimmed) ? trimmed.replaceAll(/[.,]/.test(first) ? first : /[\s'_]/g, '') : trimmed;
  const [, whole, fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(bare) ?? [];
  if (whole === undefined) return undefined;
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

const dollars = /^(?:(?:us ?)?\$|usd) ?(.+)$|^(.+?) ?(?:\$|usd)$/i;
/** What was written as US dollars (`$40`, `40 USD`, `USD 40`), as `cleanAmount` has it; undefined where it is none. */
export function writtenDollars(text: string): string | undefined {
  const [, behind, before] = dollars.exec(text.trim()) ?? [];
  const amount = cleanAmount(behind ?? before ?? '');
  return amount === undefined || amount.startsWith('.') || amount === '' ? undefined : amount;
}

const isLetter = (sign: string): boolean => /\p{L}/u.test(sign);
/** Without the unit at one end; undefined where it does not stand there apart: what touches a number without a blank has to be a letter, or digits of a symbol could be those of the amount. */
function besideUnit(text: string, unit: string): string | undefined {
  const [front, back] = [text.slice(0, unit.length), text.slice(-unit.length)].map((part) => part.toLowerCase());
  const [behind, before] = [text.slice(unit.length), text.slice(0, -unit.length)];
  const name = unit.toLowerCase();
  if (front === name && (isLetter(unit.slice(-1)) || /^\s/.test(behind))) return behind;
  return back === name && (isLetter(unit.slice(0, 1)) || /\s$/.test(before)) ? before : undefined;
}

/**
 * An amount with the name of its unit before or behind it, as it stands in an invoice (`1,200 USDC`, `USDC 1200`), as `cleanAmount` has it; undefined of another unit, and
 * of what is an amount without one: a symbol may be made of digits.
 */
export function writtenWithUnit(text: string, unit: string): string | undefined {
  const beside = unit === '' || cleanAmount(text) !== undefined ? undefined : besideUnit(text.trim(), unit);
  return beside === undefined ? undefined : cleanAmount(beside) || undefined;
}

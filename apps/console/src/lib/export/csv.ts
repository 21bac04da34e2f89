/** A plain number, as amounts are written: a spreadsheet computes nothing with it that it does not say. */
const plainNumber = /^-?\d+(\.\d+)?$/;
/** What makes a spreadsheet take a cell for a formula (OWASP, CSV Injection), after spaces too, and in full width. */
const formula = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;

/** The text, with an apostrophe before it where a spreadsheet would compute it. Numbers stay as they are, digit by digit. */
export const safeCell = (text: string): string => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text);

/** One cell of RFC 4180, safe to open in a spreadsheet. */
function csvCell(text: string): string {
  const safe = safeCell(text);
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of RFC 4180 with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A file's name of words somebody may have typed: nothing that a file system takes for a path. */
export function fileName(words: readonly string[], ending: string): string {
  const kept = words.map((word) => word.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''));
  return `${kept.filter(Boolean).join('_').slice(0, 120)}.${ending}`;
}

/** A plain number, as amounts are written: a spreadsheet computes nothing with it that it does not say. */
const plainNumber = /^-?\d+(\.\d+)?$/;
/** What makes a spreadsheet take a cell for a formula (OWASP, CSV Injection), after spaces too, and in full width. */
const formula = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;

/** Also with apostrophes before it: else one of them could not be told from ours. */
function isComputed(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return formula.test(bare) && !plainNumber.test(bare);
}

/** The text, with an apostrophe before it where a spreadsheet would compute it. Numbers stay as they are, digit by digit. `readCell` takes it off. */
export const safeCell = (text: string): string => (isComputed(text) ? `'${text}` : text);

/** The text that `safeCell` was given, whatever it was; an apostrophe that nobody had to put there stays. */
export const readCell = (cell: string): string =>
  cell.startsWith("'") && isComputed(cell.slice(1)) ? cell.slice(1) : cell;

/** One cell of RFC 4180, safe to open in a spreadsheet. Always quoted: some take `;` or a tab between cells, and a formula could stand behind it. */
const csvCell = (text: string): string => `"${safeCell(text).replaceAll('"', '""')}"`;

/** One line of RFC 4180 with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A file's name of words somebody may have typed, without its ending: nothing that a file system takes for a path. */
export function fileWords(words: readonly string[]): string {
  const kept = words.map((word) => word.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''));
  return kept.filter(Boolean).join('_').slice(0, 120);
}
export const fileName = (words: readonly string[], ending: string): string => `${fileWords(words)}.${ending}`;

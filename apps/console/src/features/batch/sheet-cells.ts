import { maxBatchRows } from '@holdfast/contract/batch';

/** Texts of the cells of a sheet, row by row. */
export type SheetCells = { readonly problem: 'unreadable' | 'tooMany' } | { readonly cells: readonly (readonly string[])[] };

/** What a spreadsheet shows of a number: fifteen digits, and never an exponent. Amounts with more are kept as texts there. */
export function numberText(text: string): string {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  const shown = Number(Number(text).toPrecision(15));
  const [mantissa = '', exponent] = String(shown).split('e');
  if (exponent === undefined) return mantissa;
  const [whole = '', part = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + part;
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : `${digits.slice(0, point).padEnd(point, '0')}${point < digits.length ? `.${digits.slice(point)}` : ''}`;
  return mantissa.startsWith('-') ? `-${plain}` : plain;
}

/** A heading beside the rows, and some room for empty ones. */
const rowsMost = 2 * maxBatchRows;

/** What a reader gives: texts, numbers as they stand in the file, dates, truths, or nothing. */
export function cellsOfSheet(rows: readonly (readonly unknown[])[]): SheetCells {
  if (rows.length > rowsMost) return { problem: 'tooMany' };
  const textOf = (cell: unknown): string => {
    if (typeof cell === 'number') return numberText(String(cell));
    return typeof cell === 'string' ? numberText(cell) : '';
  };
  return { cells: rows.map((row) => row.slice(0, 20).map(textOf)) };
}

import { maxBatchRows } from '@holdfast/contract/batch';

/** Texts of the cells of a sheet, row by row. */
export type SheetCells =
  | { readonly problem: 'unreadable' | 'tooMany' }
  | { readonly cells: readonly (readonly string[])[] };

/** What a spreadsheet shows of a number: fifteen digits, and never an exponent. Amounts with more are kept as texts there. */
export function numberText(value: number): string {
  const [mantissa = '', exponent] = String(Number(value.toPrecision(15))).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', part = ''] = mantissa.replace('-', '').split('.');
  const [digits, point] = [whole + part, whole.length + Number(exponent)];
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.slice(0, point).padEnd(point, '0') + (point < digits.length ? `.${digits.slice(point)}` : '');
}

/** Some room for a heading and empty rows. */
const rowsMost = 2 * maxBatchRows;
const columnsMost = 20;

function textOf(cell: unknown): string {
  if (typeof cell === 'number') return numberText(cell);
  return typeof cell === 'string' ? cell : '';
}

/** What a reader gives of a sheet: texts, numbers, and what is no part of a payment. */
export const cellsOfSheet = (rows: readonly (readonly unknown[])[]): SheetCells =>
  rows.length > rowsMost ? { problem: 'tooMany' } : { cells: rows.map((row) => row.slice(0, columnsMost).map(textOf)) };

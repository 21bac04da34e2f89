import { type BatchPayee, maxBatchRows } from '@holdfast/contract/batch';
import { csvLine, readCell } from '@holdfast/contract/csv';
import { cleanAmount } from '@holdfast/money';
import Papa from 'papaparse';
import { looksLikeName } from '../../lib/payee-name.ts';

/** Columns of a file, in any order under these headings; the first two are needed. */
export const batchColumns = ['address', 'amount', 'memo', 'remark'] as const;
type Column = (typeof batchColumns)[number];

export type ReadRows =
  | { readonly problem: 'empty' | 'columns' | 'tooMany' | 'malformed' | 'unreadable' }
  | {
      readonly rows: readonly BatchPayee[];
      /** Headings of columns that a batch does not have. */
      readonly unread?: readonly string[];
    };

const isColumn = (text: string): text is Column => batchColumns.some((column) => column === text);

/** Without headings: address, amount, and a memo where the network has them, then a remark. */
const usual = (memos: boolean): readonly Column[] =>
  memos ? batchColumns : batchColumns.filter((column) => column !== 'memo');

const separators = /[,;\t|]/;
const separatorOf = (line: string): string | undefined => separators.exec(line)?.[0];
/** Address and whole number with blanks between them, as people write by hand, before a decimal comma. */
const byHand = /^\s*\S{20,}\s+\d+,\d/;

/** `0x…,1,5`: nobody can say where the amount ends, so the row has both parts as its amount, and a fault. Behind an amount may stand a memo, which may be a number. */
function uncut(cells: string[], memos: boolean): string[] {
  const [address = '', whole = '', part = '', ...rest] = cells;
  const isNumber = /^\s*\d+\s*$/.test(whole) && /^\s*\d[\d.]*\s*$/.test(part);
  return !memos && isNumber ? [address, `${whole.trim()}, ${part.trim()}`, ...rest] : cells;
}

/** Each line of its own: pasted lines come from several places. Between cells of spreadsheets are tabs, whatever else stands in them. */
function cellsOfLine(line: string, memos: boolean): string[] {
  const delimiter = line.includes('\t') ? '\t' : separatorOf(line);
  if (delimiter === undefined || (delimiter === ',' && byHand.test(line))) return line.trim().split(/\s+/);
  const cells = line.split(delimiter);
  return delimiter === ',' ? uncut(cells, memos) : cells;
}

const isHeaded = (cells: readonly string[]): boolean => cells.some((cell) => isColumn(cell.trim().toLowerCase()));

function cellsOf(text: string, memos: boolean): string[][] | 'malformed' {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const named = ['\t', ';', '|', ','].find((one) => first.includes(one) && isHeaded(first.split(one)));
  if (!text.includes('"') && named === undefined) return lines.map((line) => cellsOfLine(line, memos));
  // Under headings every line has their separator. A cell in quotes may hold others, and ends of lines.
  const delimiter = named ?? (text.includes('\t') ? '\t' : '');
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', delimiter });
  return errors.some(({ type }) => type === 'Quotes') ? 'malformed' : data;
}

const oneComma = /^\d*,\d+$/;
const threeDigits = /,\d{3}$/;
/** No thousands begin with a zero. */
const maybeThousands = /^[1-9]\d*,\d{3}$/;

/**
 * An amount as spreadsheets write it: blanks and separators of thousands are taken out, where it is sure that they are that, and a decimal comma is read as it is where
 * one pays a single payee. Behind a comma with a blank something else may begin, and before three digits it may be one of thousands: those stay, to be refused.
 */
export const plainAmount = (text: string): string => {
  const bare = text.replaceAll(/[\s_']/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) && bare.includes('.')) return bare.replaceAll(',', '');
  return oneComma.test(bare) && !maybeThousands.test(bare) ? (cleanAmount(text) ?? bare) : bare;
};

/** May a comma have been one between columns? What was an amount for sure has none any more. */
export const isUncut = (amount: string): boolean => oneComma.test(amount) && !threeDigits.test(amount);

/** The two things that an amount with one comma can mean, which nobody may guess; undefined for another. */
export const bothMeanings = (text: string): { readonly part: string; readonly whole: string } | undefined =>
  /^[1-9]\d{0,2},\d{3}$/.test(text)
    ? { part: text.replace(',', '.').replace(/\.?0+$/, ''), whole: text.replace(',', '') }
    : undefined;

const longWord = 20;
/** An address may be copied in blocks, or with what stood behind it, and has no blanks; in a name they stay, one each. */
export function plainPayee(text: string): string {
  const words = text.trim().split(/\s+/);
  const joined = words.join('');
  const isAddress = words.some(({ length }) => length >= longWord) || /^[\w:]{26,}$/.test(joined);
  return isAddress && /\d/.test(joined) ? joined : words.join(' ');
}

/** A payee's name, rather than the beginning of an address. */
export const isPayeeName = (text: string): boolean => looksLikeName(text) && !/^0x[\da-f]*$/i.test(text);

function payeeOf(cells: readonly string[], columns: readonly (Column | undefined)[]): BatchPayee {
  const cell = (name: Column): string => readCell(cells[columns.indexOf(name)] ?? '').trim();
  const bounded = (name: Column, most: number): string => cell(name).slice(0, most);
  return {
    address: plainPayee(bounded('address', 120)),
    amount: plainAmount(bounded('amount', 100)),
    memo: columns.includes('memo') ? bounded('memo', 100) : '',
    remark: columns.includes('remark') ? bounded('remark', 200) : '',
    seen: 0,
  };
}

/** Reads rows of cells. Headings, where the first row has some, may stand in any order and case. */
export function rowsOfCells(cells: readonly (readonly string[])[], memos: boolean): ReadRows {
  const filled = cells.filter((row) => row.some((cell) => cell.trim() !== ''));
  const [first = []] = filled;
  const headings = first.map((cell) => cell.trim().toLowerCase());
  const headed = isHeaded(first);
  if (headed && !(headings.includes('address') && headings.includes('amount'))) return { problem: 'columns' };
  const columns = headed ? headings.map((name) => (isColumn(name) ? name : undefined)) : usual(memos);
  const rows = (headed ? filled.slice(1) : filled).map((row) => payeeOf(row, columns));
  if (rows.length === 0) return { problem: 'empty' };
  const unread = headed ? first.map((cell) => cell.trim()).filter((_, at) => columns[at] === undefined) : [];
  return rows.length > maxBatchRows ? { problem: 'tooMany' } : { rows, ...(unread.length > 0 ? { unread } : {}) };
}

/** Reads what was pasted, or a CSV file: nothing is sent. */
export function rowsOfText(text: string, memos: boolean): ReadRows {
  const cells = cellsOf(text.replace(/^\uFEFF/, ''), memos);
  return cells === 'malformed' ? { problem: 'malformed' } : rowsOfCells(cells, memos);
}

/** A file to begin with: its headings. */
export const templateHeadings = usual;
export const batchTemplate = (memos: boolean): string => csvLine(usual(memos));

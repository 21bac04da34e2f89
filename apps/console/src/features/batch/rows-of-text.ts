import { longestPaymentLink } from '@holdfast/contract';
import { type BatchPayee, maxBatchRows } from '@holdfast/contract/batch';
import { csvLine, readCell } from '@holdfast/contract/csv';
import { cleanAmount } from '@holdfast/money';
import Papa from 'papaparse';
import { looksLikeLink, looksLikeName } from '../../lib/payee-name.ts';
import { inUnit, isUnit, type Units } from './units.ts';

/** Columns of a file, in any order under these headings; the first two are needed. */
export const batchColumns = ['address', 'amount', 'memo', 'remark'] as const;
/** What is read under headings beside them. */
const readColumns = [...batchColumns, 'name'] as const;
type Column = (typeof readColumns)[number];

/** A row as it was read. Its address may be a name or a payment link as yet, and its amount in dollars. */
export interface ReadRow extends BatchPayee {
  /** Under a heading of its own. */
  readonly name?: string;
}
export type ReadRows =
  | { readonly problem: 'empty' | 'columns' | 'tooMany' | 'malformed' | 'unreadable' }
  | {
      readonly rows: readonly ReadRow[];
      /** Headings of columns that a batch does not have. */
      readonly unread?: readonly string[];
    };

const isColumn = (text: string): text is Column => readColumns.some((column) => column === text);

/** Without headings: address, amount, and a memo where the network has them, then a remark. */
const usual = (memos: boolean): readonly Column[] =>
  memos ? batchColumns : batchColumns.filter((column) => column !== 'memo');

const separators = /[,;\t|]/;
const separatorOf = (line: string): string | undefined => separators.exec(line)?.[0];
/** Address and whole number with blanks between them, as people write by hand, before a decimal comma. */
const byHand = /^\s*\S{20,}\s+(?:(?:USD|US\$|\$)\s*)?\d[\d.]*,\d/i;

const pointed = /^\s*\d{1,3}(?:\.\d{3})+\s*$/;
const fewDigits = /^\s*\d{1,2}\s*$/;
const wholeNumber = /^\s*(?:USD|US\$|\$)?\s*\d+\s*$/i;
const partOfNumber = /^\s*\d[\d.]*\s*(?:USD|US\$|\$)?\s*$/i;
const usdMark = /^\s*(?:USD|US\$|\$)\s*$/i;
const isUsd = (text: string): boolean => /USD|\$/i.test(text);

/**
 * `0x…,1,5`: nobody can say where the amount ends, so the row has both parts as its amount, and a fault. Behind an amount in coins may stand a memo, which may be a number.
 */
function uncut(cells: string[], memos: boolean): string[] {
  const [address = '', whole = '', part = '', ...rest] = cells;
  const isNumber = wholeNumber.test(whole) && partOfNumber.test(part);
  return isNumber && (!memos || isUsd(whole + part)) ? [address, `${whole.trim()}, ${part.trim()}`, ...rest] : cells;
}

const threeDigitsMore = /^\s*\d{3}(\.\d+)?\s*$/;
/** Dollars that the commas between columns have cut: `$1` before `000.50`, and `40` before `50 USD`. @param at the column of amounts */
function uncutUsd(cells: string[], at: number): string[] {
  const [cell = '', next = ''] = cells.slice(at, at + 2);
  const isCut = isUsd(cell) ? threeDigitsMore.test(next) : isUsd(next) && partOfNumber.test(next);
  return wholeNumber.test(cell) && isCut ? cells.toSpliced(at, 2, `${cell}, ${next}`) : cells;
}

/** `1.250,50` may be cut by the comma between columns: the row has both parts as its amount, and a fault. @param at the column of amounts */
function uncutPoints(cells: string[], at: number): string[] {
  const [cell = '', next = ''] = cells.slice(at, at + 2);
  return pointed.test(cell) && fewDigits.test(next) ? cells.toSpliced(at, 2, `${cell.trim()},${next.trim()}`) : cells;
}

/** `40 USD` is one amount, also where blanks or a column stand between the two. */
function withUsd(cells: readonly string[]): readonly string[] {
  const [address = '', amount = '', next = '', ...rest] = cells;
  const [first, second] = usdMark.test(amount) ? [next, amount] : [amount, next];
  return usdMark.test(second) && /^\s*(?:US\$|\$)?\s*\d/i.test(first) ? [address, `${amount} ${next}`, ...rest] : cells;
}

const isNumber = (text: string): boolean => /^\s*\d[\d.,_'\s]*$/.test(text);

/** `5 USDC` is one amount, though blanks or a column stand between the two: of another coin than is paid, it is a fault. */
function withUnit(cells: readonly string[], units: Units, byBlanks: boolean): readonly string[] {
  const [address = '', amount = '', next = '', ...rest] = cells;
  const [first, second] = isNumber(amount) ? [amount, next] : [next, amount];
  return isNumber(first) && isUnit(second, units, byBlanks)
    ? [address, `${first.trim()} ${second.trim()}`, ...rest]
    : cells;
}

/** Is it part of an address, rather than a word of a name? */
const isLong = (word: string): boolean => word.length >= 20;

/** Blanks alone stand between cells: a name has words of its own before the first number, and so has a remark behind everything else. */
function cellsByHand(line: string, memos: boolean, units: Units): readonly string[] {
  const words = line.trim().split(/\s+/);
  const at = words.findIndex((word, n) => n > 0 && (isNumber(word) || isUsd(word) || isUnit(word, units, false)));
  const isName = at > 1 && !words.slice(0, at).some(isLong) && /\p{L}/u.test(words[0] ?? '');
  const cells = isName ? [words.slice(0, at).join(' '), ...words.slice(at)] : words;
  const [address = '', amount = '', ...rest] = withUnit(withUsd(cells), units, true);
  // “Studio 54 0.5”: nobody can say which of the two is the amount.
  if (!memos && !isLong(address) && isNumber(rest[0] ?? ''))
    return [address, `${amount}, ${rest[0]}`, rest.slice(1).join(' ')];
  const [memo, said] = memos ? [rest.slice(0, 1), rest.slice(1)] : [[], rest];
  return [address, amount, ...memo, ...(said.length > 0 ? [said.join(' ')] : [])];
}

/** Each line of its own: pasted lines come from several places. Between cells of spreadsheets are tabs, whatever else stands in them. A link may have any separator in it. */
function cellsOfLine(line: string, memos: boolean, units: Units): readonly string[] {
  if (!line.includes('\t') && looksLikeLink(line)) return [line];
  const delimiter = line.includes('\t') ? '\t' : separatorOf(line);
  if (delimiter === undefined || (delimiter === ',' && byHand.test(line))) return cellsByHand(line, memos, units);
  const cells = line.split(delimiter);
  return delimiter === ',' ? uncut(uncutPoints(cells, 1), memos) : cells;
}

const headingsOf = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim().toLowerCase());
const isHeaded = (cells: readonly string[]): boolean =>
  headingsOf(cells).some((cell) => batchColumns.some((column) => column === cell));

function cellsOf(text: string, memos: boolean, units: Units): (readonly string[])[] | 'malformed' {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const named = ['\t', ';', '|', ','].find((one) => first.includes(one) && isHeaded(first.split(one)));
  if (!text.includes('"') && named === undefined) return lines.map((line) => cellsOfLine(line, memos, units));
  // Under headings every line has their separator. A cell in quotes may hold others, and ends of lines.
  const delimiter = named ?? (text.includes('\t') ? '\t' : '');
  const { data, errors, meta } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', delimiter });
  if (errors.some(({ type }) => type === 'Quotes')) return 'malformed';
  const at = isHeaded(first.split(delimiter || meta.delimiter)) ? headingsOf(data[0] ?? []).indexOf('amount') : 1;
  return meta.delimiter === ',' ? data.map((cells) => uncutPoints(uncutUsd(cells, at), at)) : data;
}

const oneComma = /^\d*,\d+$/;
const threeDigits = /,\d{3}$/;
/** No thousands begin with a zero. */
const maybeThousands = /^[1-9]\d*,\d{3}$/;

/** Without what says that it is in US dollars: `$40`, `US$40`, `40 USD`. */
const withoutUsd = (text: string): string =>
  text.replace(/^\s*(?:USD|US\$|\$)\s*(?=[\d.,])/i, '').replace(/([\d.,])\s*(?:USD|US\$|\$)\s*$/i, '$1');

/**
 * An amount as spreadsheets write it, one in US dollars with `$` before it: blanks and separators of thousands are taken out, where it is sure that they are that, and a
 * decimal comma is read as it is where one pays a single payee. Behind a comma with a blank something else may begin, and before three digits it may be one of thousands:
 * those stay, to be refused.
 */
export const plainAmount = (text: string): string => {
  const inUsd = withoutUsd(text);
  if (inUsd !== text) return `$${plainAmount(inUsd)}`;
  const bare = text.replaceAll(/[\s_']/g, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) && bare.includes('.')) return bare.replaceAll(',', '');
  if (oneComma.test(bare) && !maybeThousands.test(bare)) return cleanAmount(text) ?? bare;
  const of = inUnit(text);
  return of ? `${plainAmount(of.amount)} ${of.unit}` : bare;
};

/** May a comma have been one between columns? What was an amount for sure has none any more. */
export const isUncut = (amount: string): boolean => oneComma.test(amount) && !threeDigits.test(amount);

/**
 * Points between thousands are read in no row: beside `1.250,50` a mere `1.250` would be meant so too, and is another amount by itself. What it is without them, to be written so.
 */
export const withoutPoints = (text: string): string | undefined =>
  /\..*[.,]/.test(text) ? cleanAmount(text) : undefined;

/** The two things that an amount with one comma can mean, which nobody may guess; undefined for another. */
export const bothMeanings = (text: string): { readonly part: string; readonly whole: string } | undefined =>
  /^[1-9]\d{0,2},\d{3}$/.test(text)
    ? { part: text.replace(',', '.').replace(/\.?0+$/, ''), whole: text.replace(',', '') }
    : undefined;

/** As many characters as an address may have, and as the server keeps of a remark. */
const addressMost = 120;
export const remarkMost = 200;

const longWord = 20;
/** An address may be copied in blocks, or with what stood behind it, and has no blanks; in a name they stay, one each. A link stays as it is. */
export function plainPayee(text: string): string {
  if (looksLikeLink(text)) return text.trim();
  const words = text.trim().split(/\s+/);
  const joined = words.join('');
  const isAddress = words.some(({ length }) => length >= longWord) || /^[\w:]{26,}$/.test(joined);
  return isAddress && /\d/.test(joined) ? joined : words.join(' ');
}

/** One that is too long to be kept is no link any more: read without its end it may say something else. No link has a `#`. */
const wholeLink = (link: string): string =>
  link.length <= longestPaymentLink ? link : `${link.slice(0, longestPaymentLink - 2)}#…`;

/** A payee's name, rather than the beginning of an address. */
export const isPayeeName = (text: string): boolean =>
  looksLikeName(text) && !looksLikeLink(text) && !/^0x[\da-f]*$/i.test(text);

function payeeOf(cells: readonly string[], columns: readonly (Column | undefined)[]): ReadRow {
  const cell = (name: Column): string => readCell(cells[columns.indexOf(name)] ?? '').trim();
  const bounded = (name: Column, most: number): string => cell(name).slice(0, most);
  const said = columns.includes('name') ? bounded('name', remarkMost) : '';
  // Where no address stands beside it, the name says who is meant.
  const [address, name] = cell('address') === '' ? [said.slice(0, addressMost), ''] : [cell('address'), said];
  return {
    address: looksLikeLink(address) ? wholeLink(address) : plainPayee(address.slice(0, addressMost)),
    amount: plainAmount(bounded('amount', 100)),
    memo: columns.includes('memo') ? bounded('memo', 100) : '',
    remark: columns.includes('remark') ? bounded('remark', remarkMost) : '',
    seen: 0,
    ...(name === '' ? {} : { name }),
  };
}

/** Under headings too `40` is in dollars, or of a coin, where a remark, or a column that is not kept, says nothing but that. */
function inUnitBeside(
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
  units: Units,
): readonly string[] {
  const beside = cells.filter((_, at) => columns[at] === undefined || columns[at] === 'remark');
  const at = columns.indexOf('amount');
  const amount = cells[at] ?? '';
  if (beside.some((cell) => usdMark.test(cell)) && !isUsd(amount)) return cells.with(at, `${amount} USD`);
  const unit = isNumber(amount) ? beside.find((cell) => isUnit(cell, units, false)) : undefined;
  return unit === undefined ? cells : cells.with(at, `${amount.trim()} ${unit.trim()}`);
}

/** Reads rows of cells. Headings, where the first row has some, may stand in any order and case. */
export function rowsOfCells(cells: readonly (readonly string[])[], memos: boolean, units: Units): ReadRows {
  const filled = cells.filter((row) => row.some((cell) => cell.trim() !== ''));
  const [first = []] = filled;
  const headings = headingsOf(first);
  const headed = isHeaded(first);
  if (headed && !(headings.includes('address') && headings.includes('amount'))) return { problem: 'columns' };
  const columns = headed ? headings.map((name) => (isColumn(name) ? name : undefined)) : usual(memos);
  const written = headed
    ? filled.slice(1).map((row) => inUnitBeside(row, columns, units))
    : filled.map((row) => withUnit(withUsd(row), units, false));
  const rows = written.map((row) => payeeOf(row, columns));
  if (rows.length === 0) return { problem: 'empty' };
  const unread = headed ? first.map((cell) => cell.trim()).filter((_, at) => columns[at] === undefined) : [];
  return rows.length > maxBatchRows ? { problem: 'tooMany' } : { rows, ...(unread.length > 0 ? { unread } : {}) };
}

/** Reads what was pasted, or a CSV file: nothing is sent. */
export function rowsOfText(text: string, memos: boolean, units: Units): ReadRows {
  const cells = cellsOf(text.replace(/^\uFEFF/, ''), memos, units);
  return cells === 'malformed' ? { problem: 'malformed' } : rowsOfCells(cells, memos, units);
}

/** A file to begin with: its headings. */
export const templateHeadings = usual;
export const batchTemplate = (memos: boolean): string => csvLine(usual(memos));

import { type PayeeOwner, payeeColumns } from '@holdfast/contract';
import { csvLine, readCell } from '@holdfast/contract/csv';
import Papa from 'papaparse';
import { entryFields, keepers, labelMax, ownerOf } from './entry-fields.ts';
import { readHeadings, type Unread } from './import-headings.ts';
import type { Chain, Checked } from './view.ts';

/** Columns of an import, in any order; the first two are needed. */
export const importColumns = payeeColumns;
type Book = keyof typeof importColumns;
/** What one proposal can hold (packages/contract, address-book.ts). */
export const importMax = 200;

/** A payee as it is signed. */
export interface PayeeItem {
  readonly label: string;
  readonly address: string;
  readonly memo: string;
  readonly chains: string[];
  readonly symbols: string[];
  /** Of a contract, the methods that may be called. */
  readonly methods?: string[];
}
export interface ImportItem extends PayeeItem {
  /** Who is behind the address. */
  readonly owner?: PayeeOwner;
}
/** A row's payee: a note is kept in one's own book only. */
type ReadItem = ImportItem & { readonly note: string };
const written = ['label', 'address', 'memo', 'note', 'owner'] as const;
export type ImportFault =
  | (typeof written)[number]
  | 'hexadecimal'
  | 'checksum'
  | 'zero'
  | 'otherNetwork'
  | 'network'
  | 'twice'
  | 'coins'
  | 'listed'
  | 'waiting'
  | 'looksAlike';
export interface ImportRow {
  /** Of the file, the heading being 1. */
  readonly line: number;
  readonly item: ReadItem;
  readonly faults: readonly ImportFault[];
  /** Listed payees that it could be taken for, once the server has looked. */
  readonly similar?: readonly string[];
}
/** What stands in a row, by heading. */
export type Cells = Readonly<Record<string, string>>;
export type ImportFile =
  | { readonly problem: 'empty' | 'columns' | 'tooMany' | 'malformed' }
  | {
      readonly cells: readonly Cells[];
      /** Columns that would be dropped. */
      readonly unread: readonly Unread[];
    };

const words = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((word) => word.trim())
    .filter(Boolean);
const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const looksOf = (address: string, { address_pattern }: Chain): boolean => new RegExp(address_pattern).test(address);

/** The networks a cell names, by id, name or family; a cell that names none means every network whose addresses look like this. */
function chainsOf(cell: string, address: string, chains: readonly Chain[]): string[] {
  const named = words(cell);
  if (named.length === 0) return chains.filter((each) => looksOf(address, each)).map(({ chain }) => chain);
  const found = named.map((word) =>
    chains.filter(({ chain, name, family }) => [chain, name, family].some((text) => alike(text, word))),
  );
  return found.some((list) => list.length === 0) ? [] : [...new Set(found.flat().map(({ chain }) => chain))];
}

/** Whether somebody keeps the keys themselves: a word for yes, one for no, or nothing; undefined for anything else. */
function selfHosted(cell: string): string | undefined {
  if (['', '0', 'no', 'false'].some((word) => alike(word, cell))) return keepers.provider;
  return ['1', 'yes', 'true'].some((word) => alike(word, cell)) ? keepers.self : undefined;
}

/** Under which name a field's fault is told. */
const faultNames: Readonly<Record<string, ImportFault>> = { remark: 'note', vasp: 'owner', self_hosted: 'owner' };
const isWritten = (field: string): field is (typeof written)[number] => written.some((one) => one === field);
function faultNamed(field: unknown): ImportFault {
  const name = String(field);
  return faultNames[name] ?? (isWritten(name) ? name : 'address');
}

function readRow(cells: Cells, chains: readonly Chain[], book: Book): Omit<ImportRow, 'line'> {
  const wanted: readonly string[] = importColumns[book];
  const cell = (name: string): string => (wanted.includes(name) ? (cells[name] ?? '').trim() : '');
  const address = cell('address').replaceAll(/\s/g, '');
  const item = {
    label: cell('label'),
    address,
    memo: cell('memo'),
    chains: chainsOf(cell('network'), address, chains),
    symbols: words(cell('coins')),
    note: cell('note'),
  };
  const said = {
    owner: cell('beneficiary'),
    vasp: cell('provider'),
    self_hosted: selfHosted(cell('self_hosted')) ?? '',
  };
  const sound = entryFields.safeParse({ ...item, remark: item.note, methods: '', ...said });
  const faults = new Set((sound.error?.issues ?? []).map(({ path: [field] }) => faultNamed(field)));
  if (said.self_hosted === keepers.self && said.vasp !== '') faults.add('owner');
  if (item.chains.length === 0) faults.add(cell('network') === '' ? 'address' : 'network');
  const owner = ownerOf(said);
  return { item: { ...item, ...(owner ? { owner } : {}) }, faults: [...faults] };
}

/** Reads a CSV file of payees; nothing is sent. Headings in any order and case. */
export function parseImport(text: string, book: Book): ImportFile {
  const { data, meta, errors } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (heading) => heading.trim().toLowerCase(),
  });
  const headings = meta.fields ?? [];
  if (errors.some(({ type }) => type === 'Quotes')) return { problem: 'malformed' };
  if (!['label', 'address'].every((name) => headings.includes(name))) return { problem: 'columns' };
  if (data.length === 0) return { problem: 'empty' };
  if (data.length > importMax) return { problem: 'tooMany' };
  const isFilled = (heading: string): boolean => data.some((cells) => (cells[heading] ?? '').trim() !== '');
  const { headingOf, unread } = readHeadings(headings, book, isFilled);
  const read = (cells: Record<string, string>): Cells =>
    Object.fromEntries(importColumns[book].map((column) => [column, readCell(cells[headingOf(column)] ?? '')]));
  return { cells: data.map(read), unread };
}

/** What a file's rows say: every fault is named with its line, and all rows are kept, so that a person sees what would be left out.
 * An address that differs in its capitals alone is left to the server, which knows the checksums: it may be a slip, and is a repetition only when it is none. */
export function rowsOf(file: readonly Cells[], chains: readonly Chain[], book: Book): ImportRow[] {
  const seen = new Set<string>();
  return file.map((cells, at): ImportRow => {
    const { item, faults } = readRow(cells, chains, book);
    const places = item.chains.map((chain) => `${chain} ${item.address} ${item.memo}`);
    const twice = places.some((place) => seen.has(place));
    for (const place of places) seen.add(place);
    return { line: at + 2, item, faults: twice ? [...faults, 'twice'] : faults };
  });
}

/** Where a fault is mended. */
const mended: Readonly<Record<ImportFault, readonly string[]>> = {
  label: ['label'],
  address: ['address', 'network'],
  hexadecimal: ['address'],
  checksum: ['address'],
  zero: ['address'],
  otherNetwork: ['address', 'network'],
  memo: ['memo'],
  note: ['note'],
  owner: ['beneficiary', 'provider', 'self_hosted'],
  network: ['network'],
  twice: ['address', 'memo'],
  coins: ['coins', 'network'],
  listed: ['address', 'memo'],
  waiting: ['address', 'memo'],
  looksAlike: ['label'],
};
export type ImportColumn = (typeof importColumns)[Book][number];

/** The cells in which the faults of a row are mended, in the order of the file. */
export function columnsToMend(faults: readonly ImportFault[], book: Book): readonly ImportColumn[] {
  const wanted = new Set(faults.flatMap((fault) => mended[fault]));
  return importColumns[book].filter((column) => wanted.has(column));
}

/** Rows as they stand in the file, with what is wrong with each, for somebody to mend elsewhere. It can be read in again. */
export const faultyFile = (rows: readonly { readonly cells: Cells; readonly fault: string }[], book: Book): string =>
  [
    [...importColumns[book], 'fault'],
    ...rows.map(({ cells, fault }) => [...importColumns[book].map((column) => cells[column] ?? ''), fault]),
  ]
    .map(csvLine)
    .join('');

/** No file has methods: they are listed for one contract at a time. */
const others = {
  chains: 'network',
  symbols: 'coins',
  repeated: 'twice',
  methods: 'address',
} as const;
const isOther = (problem: string): problem is keyof typeof others => Object.hasOwn(others, problem);
/** The server's word for what is wrong, as ours. */
const faultOf = (problem: Exclude<Checked['problem'], ''>): ImportFault =>
  isOther(problem) ? others[problem] : problem;

/** Rows with what the server said of those that were in order here, in their order. */
export function withChecks(rows: readonly ImportRow[], checks: readonly Checked[]): ImportRow[] {
  let at = 0;
  return rows.map((row) => {
    const check = row.faults.length === 0 ? checks[at++] : undefined;
    if (!check) return row;
    const similar = check.similar.map(({ label }) => label);
    return { ...row, similar, faults: check.problem === '' ? [] : [faultOf(check.problem)] };
  });
}

/** A file to begin with: the headings, and an example of each kind. */
export function importTemplate(name: string, book: Book): string {
  const label = name.slice(0, labelMax);
  const examples = [
    [label, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '', '', 'ETH;USDC'],
    [label, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '', '', ''],
  ];
  const rest =
    book === 'own'
      ? [[''], ['']]
      : [
          [name, '', 'no'],
          [name, '', 'yes'],
        ];
  return [importColumns[book], ...examples.map((cells, at) => [...cells, ...(rest[at] ?? [])])].map(csvLine).join('');
}

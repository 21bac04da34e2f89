import type { Output } from '@holdfast/contract';
import { type batch, batchStatus } from '@holdfast/contract/batch';
import { csvLine } from '@holdfast/contract/csv';
import { looksLikeLink } from '../../lib/payee-name.ts';
import type { PillTone } from '../../ui/feedback.tsx';

export type Detail = Output<typeof batch.info>;
export type Row = Detail['list'][number];
export type Findings = NonNullable<Detail['findings']>;
export type Batch = Output<typeof batch.records>['list'][number];

const views = {
  draft: 'idle',
  awaitingApproval: 'wait',
  awaitingSignature: 'wait',
  paying: 'active',
  done: 'done',
  partlyDone: 'wait',
  refused: 'bad',
  cancelled: 'idle',
  expired: 'idle',
  failed: 'bad',
} as const satisfies Record<keyof typeof batchStatus, PillTone>;
export type StatusName = keyof typeof views;
export const statusNames = Object.keys(views) as StatusName[];

/** How a status looks, and by which word it is told. */
export function statusView(status: number): { readonly tone: PillTone; readonly name: StatusName } {
  const name = statusNames.find((one) => batchStatus[one] === status) ?? 'paying';
  return { tone: views[name], name };
}

/** What there is to say of each row of a draft. */
export interface RowFinding {
  readonly errors: Findings['errors'];
  /** The row before it that pays the same. */
  readonly same: number | undefined;
  readonly similar: readonly string[];
  readonly unlisted: boolean;
  /** It is in the book, and listed from then on. */
  readonly freeFrom: Date | undefined;
  /** Never paid before, unless that is so of all. */
  readonly first: boolean;
  /** Somebody has to say that it is meant. */
  readonly odd: boolean;
}
export type Shown = 'all' | 'mend' | 'look';

/** Is no payee of the sound rows one that was paid before? That is said once for all then, not at each. */
export const allFirst = ({ first_times, errors }: Pick<Findings, 'first_times' | 'errors'>, rows: number): boolean =>
  first_times.length > 1 && first_times.length >= rows - new Set(errors.map(({ row }) => row)).size;

export function findingsByRow(findings: Findings, rows: number): (row: number) => RowFinding {
  const errors = Map.groupBy(findings.errors, ({ row }) => row);
  const same = new Map(findings.duplicates.flatMap(([first, ...again]) => again.map((row) => [row, first] as const)));
  const similar = new Map(findings.look_alikes.map(({ row, similar_to }) => [row, similar_to]));
  const freeFrom = new Map(findings.cooling.map(({ row, from }) => [row, from]));
  const [unlisted, first] = [
    new Set(findings.white_misses),
    new Set(allFirst(findings, rows) ? [] : findings.first_times),
  ];
  return (row) => ({
    errors: errors.get(row) ?? [],
    same: same.get(row),
    similar: similar.get(row) ?? [],
    unlisted: unlisted.has(row),
    freeFrom: freeFrom.get(row),
    first: first.has(row),
    odd: same.has(row) || similar.has(row),
  });
}

/** What is told of a row: of a payment link that is not read it is said alone, since an amount may be what it says. */
export const toldErrors = ({ address, amount }: Row, errors: RowFinding['errors']): RowFinding['errors'] =>
  looksLikeLink(address) && amount === '' ? errors.filter(({ field }) => field !== 'amount') : errors;

/** Rows that are shown: all, those with faults, or those that somebody has to look at. */
export const rowsShown = (list: readonly Row[], of: (row: number) => RowFinding, shown: Shown): readonly Row[] =>
  list.filter(({ row }) => {
    const { errors, odd, unlisted } = of(row);
    return shown === 'all' || (shown === 'mend' ? errors.length > 0 : odd || unlisted);
  });

/** What the rows say, for the server. */
export const writtenRows = (list: readonly Row[]) =>
  list.map(({ address, amount, memo, remark, seen }) => ({ address, amount, memo, remark, seen }));

/** What may be asked for anew of an ended batch: the rows that were not paid, or all of them where all were. `text` says which. */
export function rowsAgain(list: readonly Row[]) {
  const unpaid = list.filter(({ status }) => status > batchStatus.partlyDone);
  const rows = writtenRows(unpaid.length > 0 ? unpaid : list).map((row) => ({ ...row, seen: 0 as const }));
  return { rows, text: unpaid.length > 0 ? 'tools:batch.again' : 'tools:batch.repeat' } as const;
}

/** What became of each row, as cells under headings. */
export const resultCells = (list: readonly Row[], wordOf: (row: Row) => string): string[][] =>
  list.map((row) => [
    ...[String(row.row), row.address, row.memo, row.amount, row.remark],
    ...[wordOf(row), row.txid, row.fail_reason],
  ]);
export const csvOf = (headings: readonly string[], cells: readonly (readonly string[])[]): string =>
  [headings, ...cells].map(csvLine).join('');

import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { Selection } from './use-selection.ts';

/** Which row a key leads to; J and K as the arrows. */
const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const indexOf = (target: EventTarget): number =>
  Number((target instanceof Element && target.closest<HTMLElement>('tr[data-index]')?.dataset.index) || -1);
const within = (target: EventTarget, what: string): boolean =>
  target instanceof Element && target.closest(what) !== null;

/** Puts the focus on a row, once it is drawn. */
function focusRow(body: HTMLElement | null, index: number, bring: (index: number) => void): void {
  const find = (): HTMLElement | null | undefined => {
    const row = body?.querySelector(`tr[data-index="${index}"]`);
    return row?.querySelector<HTMLElement>('[data-open]') ?? row?.querySelector<HTMLElement>('[data-tick]');
  };
  const row = find();
  row?.focus();
  if (row) return;
  bring(index);
  requestAnimationFrame(() => find()?.focus());
}

/** Where J leads from anywhere on the page, and the arrow from the search. True where there is a row. */
export function focusFirstRow(): boolean {
  const row = document.querySelector<HTMLElement>('main table [data-open]');
  row?.focus();
  return row !== null;
}

interface Events<Row> {
  readonly body: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly selection: Selection<Row> | undefined;
  readonly bring: (index: number) => void;
}

/** What clicks and keys on a table's rows do, heard in one place: rows carry no handlers. */
export function rowEvents<Row>({ body, rows, onOpen, selection, bring }: Events<Row>) {
  const tick = (index: number, through: boolean): void => {
    const row = rows[index];
    if (row !== undefined) selection?.toggle(row, rows, through);
  };
  const onClick = (event: MouseEvent): void => {
    const index = indexOf(event.target);
    const row = rows[index];
    if (within(event.target, '.tick')) tick(index, event.shiftKey);
    else if (row !== undefined && !within(event.target, '[data-own]')) onOpen?.(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexOf(event.target);
    const step = steps[event.key];
    if (index < 0 || event.metaKey || event.ctrlKey || event.altKey || within(event.target, '[data-own]')) return;
    if (event.key === 'x') tick(index, event.shiftKey);
    if (step === undefined) return;
    // At either end too: from anywhere else on the page J leads to the first row.
    if (event.key.length === 1) event.preventDefault();
    if (rows[index + step] === undefined) return;
    event.preventDefault();
    focusRow(body.current, index + step, bring);
  };
  return { onClick, onKeyDown };
}

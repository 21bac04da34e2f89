import { inBackground } from '../../lib/background.ts';
import url from './rows-of-sheet.worker.ts?worker&url';
import { type ReadRows, rowsOfCells } from './rows-of-text.ts';
import type { SheetCells } from './sheet-cells.ts';
import type { Units } from './units.ts';

/** A workbook that takes longer was not made to be read. */
const readingMs = 15_000;

/** Reads the first sheet of an XLSX file in a worker: nothing is sent, and nothing in it is computed. */
export async function rowsOfSheet(file: File, memos: boolean, units: Units): Promise<ReadRows> {
  try {
    const read = await inBackground<SheetCells>(url, await file.arrayBuffer(), AbortSignal.timeout(readingMs));
    return 'problem' in read ? read : rowsOfCells(read.cells, memos, units);
  } catch {
    return { problem: 'unreadable' };
  }
}

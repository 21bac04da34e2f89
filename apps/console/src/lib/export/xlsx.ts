import { inBackground } from '../background.ts';
import type { Sheet } from './xlsx.worker.ts';
import url from './xlsx.worker.ts?worker&url';

/**
 * A workbook of one sheet of texts under bold headings. Every cell is text, so amounts keep each digit (a spreadsheet's numbers have fifteen) and
 * nothing is ever computed. Built in a worker.
 * @throws the signal's reason once it is aborted
 */
export async function xlsxOf(name: string, sheet: Sheet, signal: AbortSignal): Promise<File> {
  const content = await inBackground<Blob>(url, sheet, signal);
  return new File([content], name, { type: content.type });
}

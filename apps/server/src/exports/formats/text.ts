import { byteOrderMark, csvLine } from '@holdfast/contract/csv';
import type { FileFormat } from './format.ts';

/** RFC 4180, safe to open in a spreadsheet. */
export const csv: FileFormat = {
  ending: 'csv',
  type: 'text/csv; charset=utf-8',
  start: async (headings) => ({ bytes: Buffer.from(byteOrderMark + csvLine(headings)), state: {} }),
  part: async (rows) => ({ bytes: Buffer.from(rows.map(({ cells }) => csvLine(cells)).join('')), state: {} }),
  end: async () => Buffer.alloc(0),
};

/** One JSON value a line. */
export const jsonl: FileFormat = {
  ending: 'jsonl',
  type: 'application/jsonl; charset=utf-8',
  start: async () => ({ bytes: Buffer.alloc(0), state: {} }),
  part: async (rows) => ({
    bytes: Buffer.from(rows.map(({ wire }) => `${JSON.stringify(wire())}\n`).join('')),
    state: {},
  }),
  end: async () => Buffer.alloc(0),
};

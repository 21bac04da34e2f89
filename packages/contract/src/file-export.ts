import { z } from 'zod';
import { bigId, epochMs, jsonField, nothing } from './codecs.ts';
import { download, get, post } from './endpoint.ts';

/** Lists that can be taken out whole. */
export const exportLists = ['transaction', 'activity', 'addressBook', 'personalBook', 'apiCall', 'trade'] as const;
export type ExportList = (typeof exportLists)[number];
/** `jsonl`: one row of the list's own reply a line. */
export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** More rows than these are no workbook's. */
export const workbookRowsMax = 5_000_000;

const wordsMax = 600;
/** What the file calls its columns and what stands in them, in the interface's words: `column.amount`, `status.1.2000`. What has no word is told by its name. */
const words = z
  .record(z.string().regex(/^[A-Za-z0-9_.#:-]{1,80}$/), z.string().max(300))
  .refine((all) => Object.keys(all).length <= wordsMax, 'too many words');

export const exportStates = ['ready', 'running', 'done', 'cancelled'] as const;

/** A list as a file, of any size. It is kept for a day, so that a download that broke off goes on where it was. */
export const fileExport = {
  start: post('/api/mpc/export/start', {
    summary:
      'Asks for a list as a file: every row that there is by now and that its filter lets through. Whoever may read the list may',
    access: 'session',
    audit: 'fileExport.start',
    perMinute: 60,
    timeoutMs: 60_000,
    input: z.object({
      list: z.enum(exportLists),
      /** As the list takes it, without pages. */
      filter: jsonField(z.record(z.string().max(40), z.union([z.string().max(1_500), z.int().min(0)])), 16_384),
      format: z.enum(exportFormats),
      words: jsonField(words, 131_072).optional(),
    }),
    output: z.object({ export_id: bigId, total: z.int() }),
  }),
  run: post('/api/mpc/export/run', {
    summary:
      'A ticket for one download, good for a minute. Of a file of which so many bytes are there already it gives what comes after `from_bytes`, where a part of it begins',
    access: 'session',
    audit: 'fileExport.run',
    input: z.object({ export_id: bigId, has_bytes: bigId.default(0) }),
    output: z.object({ ticket: z.string(), from_bytes: z.int(), from_rows: z.int() }),
  }),
  status: get('/api/mpc/export/status', {
    summary:
      'How far an export is. `total` rows fitted when it was asked for; `rows` are written, and with `done` are all of the file',
    access: 'session',
    input: z.object({ export_id: bigId }),
    output: z.object({
      state: z.enum(exportStates),
      rows: z.int(),
      total: z.int(),
      /** Of the file, as far as it is written. */
      bytes: z.int(),
      /** From when on it can no longer be had. */
      ends_at: epochMs,
    }),
  }),
  cancel: post('/api/mpc/export/cancel', {
    summary: 'Ends an export, and a download of it that is under way',
    access: 'session',
    input: z.object({ export_id: bigId }),
    output: nothing,
  }),
  file: download('/api/mpc/export/file', {
    summary:
      'The file itself, as it is made. The ticket is used up by it, and good only as long as the session is that it was given to',
    access: 'public',
    timeoutMs: 900_000,
    input: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    file: { name: 'holdfast-export', type: 'application/octet-stream' },
  }),
};

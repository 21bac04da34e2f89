/** The exported log: one line each for its head, its entries, and its checkpoints where they fall. */
import { type Canonical, canonicalText, parseCanonical } from '@holdfast/policy';
import { type AuditEntry, checkEntry, entryBytesMax, entryText } from './entry.ts';
import { keyText, type NoteKey } from './note.ts';

export const exportFormat = 'holdfast/audit/export/v1';
const lineMax = entryBytesMax + 65_536;

export const headLine = (log: string, keys: readonly NoteKey[]): string =>
  canonicalText({ format: exportFormat, log, keys: keys.map(keyText) });
/** `text` is the entry's canonical text, `hash` its hash. */
export const entryLine = (text: string, hash: string): string =>
  canonicalText({ entry: JSON.parse(text) as Canonical, hash });
/** `place`: the checkpoint's number in the file, from 0, so that none can be left out unnoticed. */
export const checkpointLine = (note: string, place: number): string =>
  canonicalText({ checkpoint: note, place: String(place) });

export type ExportLine =
  | { readonly kind: 'head'; readonly log: string; readonly keys: readonly string[] }
  | { readonly kind: 'entry'; readonly entry: AuditEntry; readonly text: string; readonly hash: string }
  | { readonly kind: 'checkpoint'; readonly note: string; readonly place: string };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads one line; undefined when it is none of an export. */
export function parseLine(line: string): ExportLine | undefined {
  try {
    const value = parseCanonical(line, lineMax) as Record<string, unknown>;
    const names = Object.keys(value).join();
    if (names === 'checkpoint,place' && isText(value.checkpoint) && isText(value.place))
      return { kind: 'checkpoint', note: value.checkpoint, place: value.place };
    if (names === 'entry,hash' && isText(value.hash)) {
      const entry = checkEntry(value.entry);
      return { kind: 'entry', entry, text: entryText(entry), hash: value.hash };
    }
    const { format, log, keys } = value;
    const isHead = names === 'format,keys,log' && format === exportFormat && isText(log);
    return isHead && Array.isArray(keys) && keys.every(isText) ? { kind: 'head', log, keys } : undefined;
  } catch {
    return undefined;
  }
}

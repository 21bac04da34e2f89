import type { ExportRow } from '../source.ts';

/** What a file needs to go on: kept as JSON with each mark. */
export type FileState = Readonly<Record<string, unknown>>;
export interface Written {
  readonly bytes: Buffer;
  readonly state: FileState;
}
/** How rows become a file. Pure but for its state, so that a file goes on from any mark as it would have without a break. */
export interface FileFormat {
  readonly ending: string;
  readonly type: string;
  readonly start: (headings: readonly string[]) => Promise<Written>;
  readonly part: (rows: readonly ExportRow[], state: FileState, headings: readonly string[]) => Promise<Written>;
  readonly end: (state: FileState) => Promise<Buffer>;
}

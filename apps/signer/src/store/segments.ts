import { closeSync, fstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  JournalTampered,
  nextHash,
  nextSpan,
  openRecord,
  readerOf,
  readingAhead,
  readRecord,
  type Span,
} from './records.ts';
import type { Vault } from './vault.ts';

/** Records `from` up to, and without, `to`: a part of the journal that nothing is appended to any more, in a file of its own. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

const pattern = /^journal-(\d{12})-(\d{12})$/;
const padded = (size: number): string => String(size).padStart(12, '0');

export const segmentName = ({ from, to }: Segment): string => `journal-${padded(from)}-${padded(to)}`;

/** In their order. @throws Error where one is missing between two, or two hold the same records */
export function listSegments(dir: string): readonly Segment[] {
  const found = readdirSync(dir)
    .flatMap((name) => {
      const [, from, to] = pattern.exec(name) ?? [];
      return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
    })
    .sort((a, b) => a.from - b.from);
  for (const [i, { from, to }] of found.entries()) {
    const before = found[i - 1];
    if (to <= from || (before && before.to !== from)) throw new JournalTampered(from, 'is missing or there twice');
  }
  return found;
}

export interface Walked {
  /** Where each record stands in its file. */
  readonly spans: readonly Span[];
  /** Chain hashes: the one at `i` is over everything before the record at `i`; the last is over all. */
  readonly hashes: readonly Uint8Array[];
  /** Where the last whole record ends. */
  readonly end: number;
}

/** Goes through the records of an open file, of which the first is `from` and follows `root`. @throws JournalTampered */
export function walk(
  fd: number,
  from: number,
  root: Uint8Array,
  see: (record: Uint8Array, index: number, previous: Uint8Array) => void,
): Walked {
  const { size } = fstatSync(fd);
  const read = readingAhead(fd, size);
  const spans: Span[] = [];
  const hashes = [root];
  let previous = root;
  let end = 0;
  for (let span = nextSpan(read, size, 0, from); span; span = nextSpan(read, size, end, from + spans.length)) {
    const record = readRecord(read, span);
    see(record, from + spans.length, previous);
    previous = nextHash(previous, record);
    spans.push(span);
    hashes.push(previous);
    end = span.end;
  }
  return { spans, hashes, end };
}

function inFile<T>(file: string, run: (fd: number) => T): T {
  const fd = openSync(file, 'r');
  try {
    return run(fd);
  } finally {
    closeSync(fd);
  }
}

/** A whole segment; `root` is that over everything before it. @throws JournalTampered unless it holds exactly its records */
export function walkSegment(dir: string, segment: Segment, root: Uint8Array, see: Parameters<typeof walk>[3]): Walked {
  return inFile(join(dir, segmentName(segment)), (fd) => {
    const walked = walk(fd, segment.from, root, see);
    if (walked.end !== fstatSync(fd).size || segment.from + walked.spans.length !== segment.to)
      throw new JournalTampered(segment.from + walked.spans.length, 'is missing');
    return walked;
  });
}

/** Gives every record of a segment, opened. @returns the root over everything up to its end */
export function foldSegment(
  dir: string,
  vault: Vault,
  segment: Segment,
  root: Uint8Array,
  onRecord: (plain: Uint8Array, index: number) => void,
): Uint8Array {
  const { hashes } = walkSegment(dir, segment, root, (record, index, previous) =>
    onRecord(openRecord(vault, index, previous, record), index),
  );
  return hashes.at(-1) ?? root;
}

/** One record of a segment that was walked before. */
export const readArchived = (dir: string, segment: Segment, span: Span): Uint8Array =>
  inFile(join(dir, segmentName(segment)), (fd) => readRecord(readerOf(fd), span));

import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  write,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type Archive, createArchive } from './archive.ts';
import { openHead, writeHead } from './head.ts';
import {
  firstHash,
  hashLength,
  JournalTampered,
  nextHash,
  openRecord,
  readerOf,
  readRecord,
  type Span,
  sealRecord,
} from './records.ts';
import { foldSegment, listSegments, type Segment, segmentName, walk } from './segments.ts';
import { syncFolder, type Vault } from './vault.ts';

export interface Journal {
  /** Number of records, durable or not. */
  readonly size: number;
  /** Number of records that a crash cannot take back. */
  readonly durable: number;
  /** Number of records in files that nothing is appended to any more. */
  readonly archived: number;
  /** Hash over the first `size` records, hex: what peers compare. */
  rootAt(size: number): string | undefined;
  /** Roots at the ends of the segments, by size, hex. */
  roots(): ReadonlyMap<number, string>;
  /** Resolves once the record is on disk. Records appended while a flush runs share the next one (group commit). */
  append(plain: Uint8Array): Promise<void>;
  /** Reads one record back from disk. */
  read(index: number): Uint8Array;
  close(): Promise<void>;
}

export interface JournalOptions {
  readonly dir: string;
  readonly vault: Vault;
  readonly onRecord: (plain: Uint8Array, index: number) => void;
  /** What is known already: records before `size` are not given again. Roots of the segments up to there, by size, hex. */
  readonly known?: { readonly size: number; readonly root: Uint8Array; readonly roots: ReadonlyMap<number, string> };
  /** A file of so many records is put away, and a new one begun. */
  readonly segmentRecords?: number;
  /** Called when one was put away. */
  readonly onArchived?: () => void;
}

/** Few enough to be read in a second, many enough that there are few files. */
const usualSegment = 10_000;

const writeAsync = promisify(write);
const syncAsync = promisify(fdatasync);

interface Active {
  fd: number;
  /** Index of its first record. */
  base: number;
  /** Of the durable records. */
  spans: Span[];
  /** Chain hashes: the one at `i` is over the first `base + i` records, durable or not. */
  hashes: Uint8Array[];
}

const activeFile = (dir: string): string => join(dir, 'journal');

/** Gives what lies in segments and was not known before. @returns the root over all of them, and roots at their ends */
function replayArchive({ dir, vault, onRecord, known }: JournalOptions, segments: readonly Segment[]) {
  const first = firstHash(vault.store);
  const roots = new Map(known?.roots ?? [[0, bytesToHex(first)]]);
  let [at, root] = known ? [known.size, known.root] : [0, first];
  for (const segment of segments.filter(({ to }) => to > (known?.size ?? 0))) {
    if (segment.from !== at) throw new JournalTampered(at, 'is missing');
    root = foldSegment(dir, vault, segment, root, onRecord);
    at = segment.to;
    roots.set(at, bytesToHex(root));
  }
  return { base: at, root, roots };
}

function checkHead(vault: Vault, headFd: number, rootAt: (size: number) => string | undefined): void {
  const head = openHead(vault, headFd);
  if (head && rootAt(head.size) !== head.root)
    throw new JournalTampered(head.size, 'is missing or not the one this signer wrote (an older copy was put back?)');
}

/**
 * Opens or creates the journal of a data folder, giving every record to `onRecord` in order. A tail that was never wholly written is cut off.
 * @throws JournalTampered when any record was altered, moved or removed
 */
export function openJournal(options: JournalOptions): Journal {
  const { dir, vault, onRecord } = options;
  const segments = listSegments(dir);
  const { base, root, roots } = replayArchive(options, segments);
  const archive = createArchive(dir, segments, roots);
  const fd = openSync(activeFile(dir), 'a+', 0o600);
  closeSync(openSync(join(dir, 'head'), 'a+', 0o600));
  const headFd = openSync(join(dir, 'head'), 'r+');
  syncFolder(dir);
  try {
    const { spans, hashes, end } = walk(fd, base, root, (record, index, previous) =>
      onRecord(openRecord(vault, index, previous, record), index),
    );
    const active: Active = { fd, base, spans: [...spans], hashes: [...hashes] };
    // A start that is refused leaves everything as it found it.
    checkHead(vault, headFd, (size) => rootIn(archive, active, size));
    if (end < fstatSync(fd).size) ftruncateSync(fd, end);
    fdatasyncSync(fd);
    return journalOf(options, archive, active, headFd);
  } catch (error) {
    closeSync(fd);
    closeSync(headFd);
    throw error;
  }
}

function rootIn(archive: Archive, { base, hashes }: Active, size: number): string | undefined {
  const root = size < base ? archive.rootAt(size) : hashes[size - base];
  return root && bytesToHex(root);
}

/**
 * Puts the file of the durable records away under the name of what it holds, and begins another. A crash before the renaming leaves all as it was, one
 * after it a folder whose file of newer records is not there yet: the next start makes it.
 */
function putAway(dir: string, archive: Archive, active: Active): void {
  const segment = { from: active.base, to: active.base + active.spans.length };
  const file = join(dir, segmentName(segment));
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  renameSync(activeFile(dir), file);
  syncFolder(dir);
  closeSync(active.fd);
  active.fd = openSync(activeFile(dir), 'a+', 0o600);
  syncFolder(dir);
  const root = active.hashes[active.spans.length];
  if (root) archive.add(segment, bytesToHex(root));
  active.hashes = active.hashes.slice(active.spans.length);
  active.spans = [];
  active.base = segment.to;
}

interface Waiting {
  readonly record: Uint8Array;
  done(): void;
  failed(error: unknown): void;
}

async function writeAll(fd: number, bytes: Uint8Array): Promise<void> {
  let sent = 0;
  while (sent < bytes.length) sent += (await writeAsync(fd, bytes, sent, bytes.length - sent, null)).bytesWritten;
}

function journalOf(
  { dir, vault, segmentRecords = usualSegment, onArchived = () => undefined }: JournalOptions,
  archive: Archive,
  active: Active,
  headFd: number,
): Journal {
  let queue: Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let failure: unknown;
  const size = (): number => active.base + active.hashes.length - 1;
  const durable = (): number => active.base + active.spans.length;
  const hashAt = (at: number): Uint8Array => active.hashes[at - active.base] ?? new Uint8Array(hashLength);

  /** Writes a batch, and puts the file away when it holds enough. */
  async function commit(batch: readonly Waiting[]): Promise<void> {
    await writeAll(active.fd, concatBytes(...batch.map((entry) => entry.record)));
    await syncAsync(active.fd);
    for (const { record } of batch) {
      const start = active.spans.at(-1)?.end ?? 0;
      active.spans.push({ start, end: start + record.length });
    }
    writeHead(vault, headFd, { size: durable(), root: bytesToHex(hashAt(durable())) });
    if (active.spans.length < segmentRecords) return;
    putAway(dir, archive, active);
    onArchived();
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await commit(batch);
      } catch (error) {
        // After a failed fsync nobody knows what is on disk: this process must not go on writing.
        failure = error;
        for (const entry of [...batch, ...queue]) entry.failed(error);
        queue = [];
        return;
      }
      for (const entry of batch) entry.done();
    }
  }

  const append = (plain: Uint8Array): Promise<void> => {
    if (failure) return Promise.reject(new Error('The journal can no longer be written.', { cause: failure }));
    const index = size();
    const record = sealRecord(vault, index, hashAt(index), plain);
    active.hashes.push(nextHash(hashAt(index), record));
    return new Promise((done, failed) => {
      queue.push({ record, done, failed });
      flushing ??= flush().finally(() => {
        flushing = undefined;
      });
    });
  };

  const read = (index: number): Uint8Array => {
    if (index < active.base) {
      const { record, previous } = archive.read(index);
      return openRecord(vault, index, previous, record);
    }
    const span = active.spans[index - active.base];
    if (!span) throw new Error(`There is no durable record ${index}.`);
    return openRecord(vault, index, hashAt(index), readRecord(readerOf(active.fd), span));
  };

  return {
    get size() {
      return size();
    },
    get durable() {
      return durable();
    },
    get archived() {
      return active.base;
    },
    rootAt: (at) => rootIn(archive, active, at),
    roots: archive.roots,
    append,
    read,
    close: async () => {
      await flushing;
      closeSync(active.fd);
      closeSync(headFd);
    },
  };
}

import { closeSync, fdatasync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { openHead, writeHead } from './head.ts';
import {
  firstHash,
  hashLength,
  JournalTampered,
  nextHash,
  nextSpan,
  openRecord,
  readRecord,
  type Span,
  sealRecord,
} from './records.ts';
import type { Vault } from './vault.ts';

export interface Journal {
  /** Number of records, durable or not. */
  readonly size: number;
  /** Number of records that a crash cannot take back. */
  readonly durable: number;
  /** Hash over the first `size` records, hex: what peers compare. */
  rootAt(size: number): string | undefined;
  /** Resolves once the record is on disk. Records appended while a flush runs share the next one (group commit). */
  append(plain: Uint8Array): Promise<void>;
  /** Reads one record back from disk. */
  read(index: number): Uint8Array;
  close(): Promise<void>;
}

interface Open {
  readonly vault: Vault;
  readonly fd: number;
  readonly headFd: number;
  readonly spans: Span[];
  /** Chain hashes: the one at `i` is over the first `i` records. */
  readonly hashes: Uint8Array[];
}

const writeAsync = promisify(write);
const syncAsync = promisify(fdatasync);

function replay(open: Open, size: number, onRecord: (plain: Uint8Array, index: number) => void): number {
  let at = 0;
  for (let span = nextSpan(open.fd, size, 0, 0); span; span = nextSpan(open.fd, size, at, open.spans.length)) {
    const index = open.spans.length;
    const previous = open.hashes[index] ?? new Uint8Array(hashLength);
    const record = readRecord(open.fd, span);
    const plain = openRecord(open.vault, index, previous, record);
    open.spans.push(span);
    open.hashes.push(nextHash(previous, record));
    onRecord(plain, index);
    at = span.end;
  }
  return at;
}

function checkHead(open: Open): void {
  const head = openHead(open.vault, open.headFd);
  if (!head) return;
  const known = open.hashes[head.size];
  if (!known || bytesToHex(known) !== head.root)
    throw new JournalTampered(head.size, 'is missing or not the one this signer wrote (an older copy was put back?)');
}

/**
 * Opens or creates the journal of a data folder, giving every record to `onRecord` in order. A tail that was never wholly written is cut off.
 * @throws JournalTampered when any record was altered, moved or removed
 */
export function openJournal(dir: string, vault: Vault, onRecord: (plain: Uint8Array, index: number) => void): Journal {
  const fd = openSync(join(dir, 'journal'), 'a+', 0o600);
  const headFd = openSync(join(dir, 'head'), 'a+', 0o600);
  closeSync(headFd);
  const open: Open = {
    vault,
    fd,
    headFd: openSync(join(dir, 'head'), 'r+'),
    spans: [],
    hashes: [firstHash(vault.store)],
  };
  const folder = openSync(dir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  try {
    const { size } = fstatSync(fd);
    const end = replay(open, size, onRecord);
    // A start that is refused leaves everything as it found it.
    checkHead(open);
    if (end < size) ftruncateSync(fd, end);
    fdatasyncSync(fd);
  } catch (error) {
    closeSync(fd);
    closeSync(open.headFd);
    throw error;
  }
  return journalOf(open);
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

function journalOf(open: Open): Journal {
  const { vault, fd, headFd, spans, hashes } = open;
  let queue: Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let durable = spans.length;
  let failure: unknown;

  const hashAt = (size: number): Uint8Array => hashes[size] ?? new Uint8Array(hashLength);

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await writeAll(fd, concatBytes(...batch.map((entry) => entry.record)));
        await syncAsync(fd);
      } catch (error) {
        // After a failed fsync nobody knows what is on disk: this process must not go on writing.
        failure = error;
        for (const entry of [...batch, ...queue]) entry.failed(error);
        queue = [];
        return;
      }
      durable += batch.length;
      writeHead(vault, headFd, { size: durable, root: bytesToHex(hashAt(durable)) });
      for (const entry of batch) entry.done();
    }
  }

  const append = (plain: Uint8Array): Promise<void> => {
    if (failure) return Promise.reject(new Error('The journal can no longer be written.', { cause: failure }));
    const index = spans.length;
    const record = sealRecord(vault, index, hashAt(index), plain);
    const start = spans[index - 1]?.end ?? 0;
    spans.push({ start, end: start + record.length });
    hashes.push(nextHash(hashAt(index), record));
    return new Promise((done, failed) => {
      queue.push({ record, done, failed });
      flushing ??= flush().finally(() => {
        flushing = undefined;
      });
    });
  };

  const read = (index: number): Uint8Array => {
    const span = spans[index];
    if (!span || index >= durable) throw new Error(`There is no durable record ${index}.`);
    return openRecord(vault, index, hashAt(index), readRecord(fd, span));
  };

  return {
    get size() {
      return spans.length;
    },
    get durable() {
      return durable;
    },
    rootAt: (size) => (hashes[size] ? bytesToHex(hashAt(size)) : undefined),
    append,
    read,
    close: async () => {
      await flushing;
      closeSync(fd);
      closeSync(headFd);
    },
  };
}

import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Vault } from './vault.ts';

/**
 * The journal's bytes. A record is `length (4, big-endian) ‖ nonce (24) ‖ XChaCha20-Poly1305 box`. Its associated data names the record's index
 * and the hash of everything before it, so that no record can be moved, left out, doubled or taken from another store.
 */
export const hashLength = 32;
const lengthBytes = 4;
const overhead = 24 + 16;
const maxRecordBytes = 8_388_608;

export class JournalTampered extends Error {
  constructor(index: number, why: string) {
    super(`The journal was altered: record ${index} ${why}. The signer does not start from it.`);
  }
}

export const firstHash = (store: string): Uint8Array => sha256(utf8ToBytes(`holdfast/journal/v1|${store}`));

export const nextHash = (previous: Uint8Array, record: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(previous).update(record).digest());

function purposeOf(index: number, previous: Uint8Array): Uint8Array {
  return concatBytes(utf8ToBytes(`journal|${index}|`), previous);
}

export function sealRecord(vault: Vault, index: number, previous: Uint8Array, plain: Uint8Array): Uint8Array {
  const sealed = vault.seal(purposeOf(index, previous), plain);
  if (sealed.length > maxRecordBytes) throw new Error('A journal record would be too large.');
  const length = new Uint8Array(lengthBytes);
  new DataView(length.buffer).setUint32(0, sealed.length);
  return concatBytes(length, sealed);
}

/** @throws JournalTampered */
export function openRecord(vault: Vault, index: number, previous: Uint8Array, record: Uint8Array): Uint8Array {
  try {
    return vault.open(purposeOf(index, previous), record.subarray(lengthBytes));
  } catch {
    throw new JournalTampered(index, 'does not open');
  }
}

/** A record's place in the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

function readAt(fd: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const count = readSync(fd, bytes, at, length - at, start + at);
    if (count === 0) throw new Error('The journal changed while it was read.');
    at += count;
  }
  return bytes;
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** Reads so many bytes of a file from there on. */
export type Read = (start: number, length: number) => Uint8Array;

export const readerOf =
  (fd: number): Read =>
  (start, length) =>
    readAt(fd, start, length);

const aheadBytes = 1_048_576;

/** For whoever goes through a file of `size` bytes from its beginning: it is asked for a great deal at a time. */
export function readingAhead(fd: number, size: number): Read {
  let [from, bytes]: [number, Uint8Array] = [0, new Uint8Array()];
  return (start, length) => {
    if (start < from || start + length > from + bytes.length)
      [from, bytes] = [start, readAt(fd, start, Math.max(length, Math.min(aheadBytes, size - start)))];
    return bytes.subarray(start - from, start - from + length);
  };
}

export const readRecord = (read: Read, { start, end }: Span): Uint8Array => read(start, end - start);

/**
 * The next record of a file of `size` bytes from `start`, or undefined when what is left was never wholly written: too short, or zeros because the
 * file grew before its data reached the disk. Whether a whole record is *genuine*, only opening it tells.
 * @throws JournalTampered for what no interrupted write leaves behind
 */
export function nextSpan(
  read: Read,
  size: number,
  start: number,
  index: number,
  maxBytes = maxRecordBytes,
): Span | undefined {
  const left = size - start;
  if (left < lengthBytes) return undefined;
  const head = read(start, lengthBytes);
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const end = start + lengthBytes + length;
  if (length === 0 && left <= maxRecordBytes && isZero(read(start, left))) return undefined;
  if (length < overhead || length > maxBytes) throw new JournalTampered(index, 'has an impossible length');
  if (end > size || (end === size && isZero(read(end - 16, 16)))) return undefined;
  return { start, end };
}

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
export const maxRecordBytes = 8_388_608;

export class JournalTampered extends Error {
  constructor(index: number, why: string) {
    super(`The journal was altered: record ${index} ${why}. The signer does not start from it.`);
  }
}

export const firstHash = (store: string): Uint8Array => sha256(utf8ToBytes(`holdfast/journal/v1|${store}`));

export const nextHash = (previous: Uint8Array, record: Uint8Array): Uint8Array => sha256(concatBytes(previous, record));

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

/**
 * The next record of `file` from `start`, or undefined when what is left was never wholly written: too short, or its tag still zeros because
 * the file grew before its data reached the disk.
 */
export function nextSpan(file: Uint8Array, start: number): Span | undefined {
  const left = file.length - start;
  if (left < lengthBytes) return undefined;
  const length = new DataView(file.buffer, file.byteOffset + start, lengthBytes).getUint32(0);
  const end = start + lengthBytes + length;
  if (length === 0 && file.subarray(start).every((byte) => byte === 0)) return undefined;
  if (length > maxRecordBytes) throw new JournalTampered(start, 'has an impossible length');
  if (length < overhead || end > file.length) return end > file.length ? undefined : tooShort(start);
  const torn = end === file.length && file.subarray(end - 16, end).every((byte) => byte === 0);
  return torn ? undefined : { start, end };
}

function tooShort(start: number): never {
  throw new JournalTampered(start, 'is too short');
}

import { ChainError } from '../errors.ts';
import { addressFrom } from './address.ts';

/** The fields of a message by their numbers. */
export type Fields = ReadonlyMap<number, bigint | Uint8Array>;

const bad = (why: string): never => {
  throw new ChainError('badBytes', why);
};

/** Base 128, least digits first: its value and where it ends. Only the shortest spelling is valid, of at most 63 bits. */
function numberAt(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let n = 0; n < 9; n++) {
    const byte = bytes[start + n] ?? bad('ends early');
    value += BigInt(byte % 128) * 128n ** BigInt(n);
    if (byte < 128) return byte === 0 && n > 0 ? bad('number not minimal') : { value, end: start + n + 1 };
  }
  return bad('number too long');
}

/**
 * Strict Protocol Buffers: numbers and byte strings only, each field once, in the order of their numbers, nothing after them, and none that says what leaving
 * it out says: so no two messages mean the same. Written by itself, without what writes them. @throws ChainError `badBytes`
 */
export function readMessage(bytes: Uint8Array): Fields {
  const fields = new Map<number, bigint | Uint8Array>();
  let [at, last] = [0, 0];
  while (at < bytes.length) {
    const tag = numberAt(bytes, at);
    const [number, wire] = [Number(tag.value / 8n), tag.value % 8n];
    if (number <= last || number > 100) return bad('fields out of order');
    last = number;
    const head = numberAt(bytes, tag.end);
    if (head.value === 0n) return bad('field that says nothing');
    if (wire === 0n) {
      fields.set(number, head.value);
      at = head.end;
    } else if (wire === 2n) {
      at = head.end + Number(head.value);
      if (at > bytes.length) return bad('ends early');
      fields.set(number, bytes.subarray(head.end, at));
    } else return bad('wire type');
  }
  return fields;
}

/** Exactly these fields, no others. @throws ChainError `badBytes` naming `what` */
export function only(fields: Fields, numbers: readonly number[], what: string): Fields {
  const other = [...fields.keys()].find((number) => !numbers.includes(number));
  return other === undefined ? fields : bad(`${what}: field ${other}`);
}

/** 0 where it is left out. @throws ChainError `badBytes` */
export function numberIn(fields: Fields, number: number, what: string): bigint {
  const value = fields.get(number) ?? 0n;
  return typeof value === 'bigint' ? value : bad(what);
}

/** Empty where it is left out. @throws ChainError `badBytes` */
export function bytesIn(fields: Fields, number: number, what: string): Uint8Array {
  const value = fields.get(number) ?? new Uint8Array();
  return value instanceof Uint8Array ? value : bad(what);
}

/** @throws ChainError `badBytes` where it is none, or nobody's */
export function addressIn(fields: Fields, number: number, what: string): string {
  const bytes = bytesIn(fields, number, what);
  return (bytes.length === 21 ? addressFrom(bytes) : undefined) ?? bad(what);
}

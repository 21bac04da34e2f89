import { concatBytes } from '@noble/hashes/utils.js';

/** Several messages as one: for each, its length (4 bytes, big-endian) and itself. The signers write them the same way. */
export function packFrames(parts: readonly Uint8Array[]): Uint8Array {
  const framed = parts.flatMap((part) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    return [length, part];
  });
  return concatBytes(...framed);
}

/** Exactly `count` parts and nothing after them. */
export function unpackFrames(bytes: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let at = 0;
  while (parts.length < count && at + 4 <= bytes.length) {
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) break;
    parts.push(bytes.slice(at + 4, end));
    at = end;
  }
  if (parts.length !== count || at !== bytes.length) throw new Error('malformed ceremony message');
  return parts;
}

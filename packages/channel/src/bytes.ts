import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** Why a message was refused. The sender learns no more than that it was. */
export type ChannelFault =
  | 'malformed'
  | 'unknownPeer'
  | 'notAuthentic'
  | 'badSignature'
  | 'outOfOrder'
  | 'replayed'
  | 'skewed';

export class ChannelError extends Error {
  readonly code: ChannelFault;

  constructor(code: ChannelFault) {
    super(code);
    this.code = code;
  }
}

/** The two-output HKDF of the Noise framework (§4.3), on HMAC-SHA256. */
export function hkdf2(key: Uint8Array, input: Uint8Array): [Uint8Array, Uint8Array] {
  const temp = hmac(sha256, key, input);
  const first = hmac(sha256, temp, Uint8Array.of(1));
  return [first, hmac(sha256, temp, concatBytes(first, Uint8Array.of(2)))];
}

/** Every part with its length before it, so that no two lists of parts give the same bytes. */
export function framed(...parts: Uint8Array[]): Uint8Array {
  return concatBytes(
    ...parts.flatMap((part) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, part.length);
      return [length, part];
    }),
  );
}

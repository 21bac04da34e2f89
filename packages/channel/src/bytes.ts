import { concatBytes } from '@noble/hashes/utils.js';
import { crypto } from '#crypto';

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
  const temp = crypto.hmac(key, input);
  const first = crypto.hmac(temp, Uint8Array.of(1));
  return [first, crypto.hmac(temp, concatBytes(first, Uint8Array.of(2)))];
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

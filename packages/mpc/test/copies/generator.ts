import { sha512 } from '@noble/hashes/sha2.js';

/**
 * A signer is resumed twice from one snapshot of its machine: its generator gives the same bytes again, while the malicious peer asks for something
 * else. Everything drawn in `act` comes from the same stream each time.
 */
export function resumed<T>(act: () => T): T {
  let drawn = 0;
  const value = (array: Uint8Array): Uint8Array => {
    for (let at = 0; at < array.length; at += 64)
      array.set(sha512(new Uint8Array([drawn++ & 255, drawn >> 8])).subarray(0, array.length - at), at);
    return array;
  };
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value, configurable: true });
  try {
    return act();
  } finally {
    Reflect.deleteProperty(globalThis.crypto, 'getRandomValues');
  }
}

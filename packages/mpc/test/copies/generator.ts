import { sha512 } from '@noble/hashes/sha2.js';
import { vi } from 'vitest';

/**
 * A signer is resumed twice from one snapshot of its machine: its generator gives the same bytes again, while the malicious peer asks for something
 * else. Everything drawn in `act` comes from the same stream each time.
 */
export function resumed<T>(act: () => T): T {
  let drawn = 0;
  const spy = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array instanceof Uint8Array ? array : new Uint8Array();
    for (let at = 0; at < bytes.length; at += 64)
      bytes.set(sha512(new Uint8Array([drawn++ & 255, drawn >> 8])).subarray(0, bytes.length - at), at);
    return array;
  });
  try {
    return act();
  } finally {
    spy.mockRestore();
  }
}

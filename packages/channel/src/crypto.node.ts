import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hash } from 'node:crypto';
import { hchacha } from '@noble/ciphers/chacha.js';
import type { Aead, ChannelCrypto } from './crypto.ts';

const name = 'chacha20-poly1305';
const tagLength = 16;
const hashLength = 32;

function checked(bytes: Uint8Array, length: number, what: string): Uint8Array {
  if (bytes.length !== length) throw new Error(`${what} has ${length} bytes`);
  return bytes;
}

/** Keys are handed over as objects: to find out that bytes are none takes Node six times as long as to encrypt a message. */
const chacha: Aead = {
  seal: (key, nonce, associated, payload) => {
    const cipher = createCipheriv(name, createSecretKey(key), checked(nonce, 12, 'a nonce'), {
      authTagLength: tagLength,
    });
    cipher.setAAD(associated, { plaintextLength: payload.length });
    const box = new Uint8Array(payload.length + tagLength);
    box.set(cipher.update(payload));
    // A stream cipher keeps nothing back.
    cipher.final();
    box.set(cipher.getAuthTag(), payload.length);
    return box;
  },
  open: (key, nonce, associated, box) => {
    const length = box.length - tagLength;
    if (length < 0) throw new Error('a box is longer than its tag');
    const cipher = createDecipheriv(name, createSecretKey(key), checked(nonce, 12, 'a nonce'), {
      authTagLength: tagLength,
    });
    cipher.setAAD(associated, { plaintextLength: length });
    cipher.setAuthTag(box.subarray(length));
    const payload = cipher.update(box.subarray(0, length));
    // Throws where the tag is another one; nothing of the payload has left this function by then.
    cipher.final();
    return Uint8Array.from(payload);
  },
};

const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);
const sigma = words(Buffer.from('expand 32-byte k'));

/** Key and nonce of ChaCha20-Poly1305 that XChaCha20-Poly1305 means by its own (draft-irtf-cfrg-xchacha-03 §2.3); the machine is little-endian. */
function within(key: Uint8Array, nonce: Uint8Array): [Uint8Array, Uint8Array] {
  checked(key, 32, 'a key');
  checked(nonce, 24, 'a nonce');
  const subkey = new Uint32Array(8);
  hchacha(sigma, words(key), words(nonce.subarray(0, 16)), subkey);
  const inner = new Uint8Array(12);
  inner.set(nonce.subarray(16), 4);
  return [new Uint8Array(subkey.buffer), inner];
}

const xchacha: Aead = {
  seal: (key, nonce, ...rest) => chacha.seal(...within(key, nonce), ...rest),
  open: (key, nonce, ...rest) => chacha.open(...within(key, nonce), ...rest),
};

const hmac = (key: Uint8Array, ...data: readonly Uint8Array[]): Uint8Array => {
  const mac = createHmac('sha256', createSecretKey(key));
  for (const part of data) mac.update(part);
  return Uint8Array.from(mac.digest());
};

/** The same by OpenSSL. A box of a signature's rounds is up to 100 kB long, which takes JavaScript longer than the points in it. */
export const crypto: ChannelCrypto = {
  sha256: (data) => Uint8Array.from(hash('sha256', data, 'buffer')),
  hmac,
  hkdf: (input, salt, info) => {
    const extracted = hmac(salt.length === 0 ? new Uint8Array(hashLength) : salt, input);
    return hmac(extracted, info, Uint8Array.of(1));
  },
  chacha,
  xchacha,
};

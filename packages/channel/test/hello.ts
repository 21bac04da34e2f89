import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { framed } from '../src/bytes.ts';
import type { Hello, Identity } from '../src/index.ts';

/** A hello with other fields than `startHello` gives it, signed by its party all the same. */
export function signHello({ sign }: Identity, hello: Omit<Hello, 'signature'>, context: Uint8Array): Hello {
  const { party, ephemeral, nonce } = hello;
  const fields = [utf8ToBytes(party), hexToBytes(ephemeral), hexToBytes(nonce)];
  const bytes = framed(utf8ToBytes('holdfast/hello/v1'), context, ...fields);
  return { party, ephemeral, nonce, signature: bytesToHex(ed25519.sign(bytes, sign.secret)) };
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { x25519 } from '#x25519';
import { ChannelError } from './bytes.ts';

export interface KeyPair {
  readonly secret: Uint8Array;
  readonly public: Uint8Array;
}

/** A node's own keys: Ed25519 to sign session hellos and attestations, X25519 for the request channel. */
export interface Identity {
  readonly sign: KeyPair;
  readonly dh: KeyPair;
}

/** What others pin: both public keys, hex. */
export interface PeerKeys {
  readonly identity: string;
  readonly channel: string;
}

function pairs(signSecret: Uint8Array, dhSecret: Uint8Array): Identity {
  return {
    sign: { secret: signSecret, public: ed25519.getPublicKey(signSecret) },
    dh: { secret: dhSecret, public: x25519.getPublicKey(dhSecret) },
  };
}

export const newIdentity = (): Identity => pairs(ed25519.utils.randomSecretKey(), x25519.randomSecretKey());

export function identityToJson(identity: Identity): string {
  return JSON.stringify({ sign: bytesToHex(identity.sign.secret), dh: bytesToHex(identity.dh.secret) });
}

/** @throws ChannelError malformed */
export function identityFromJson(text: string): Identity {
  let value: { sign?: unknown; dh?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ChannelError('malformed');
  }
  const isKey = (key: unknown): key is string => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key);
  if (!isKey(value?.sign) || !isKey(value.dh)) throw new ChannelError('malformed');
  return pairs(hexToBytes(value.sign), hexToBytes(value.dh));
}

export function publicKeysOf(identity: Identity): PeerKeys {
  return { identity: bytesToHex(identity.sign.public), channel: bytesToHex(identity.dh.public) };
}

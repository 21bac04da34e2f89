import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { crypto } from '#crypto';
import { x25519 } from '#x25519';
import { ChannelError, hkdf2 } from './bytes.ts';
import type { KeyPair } from './identity.ts';

/**
 * The two messages of Noise_KK_25519_ChaChaPoly_SHA256 (Noise Protocol Framework rev. 34, §5 and §7.5) as pure functions; the ephemeral
 * secrets come from the caller, so that the published vectors can be replayed.
 *
 *     -> s;  <- s;  ...;  -> e, es, ss  (request);  <- e, ee, se  (reply)
 */
const protocol = utf8ToBytes('Noise_KK_25519_ChaChaPoly_SHA256');
export const keyLength = 32;
export const tagLength = 16;
const nonceZero = new Uint8Array(12);

/** Chaining key, transcript hash and cipher key; never changed in place. */
export interface Transcript {
  readonly chain: Uint8Array;
  readonly hash: Uint8Array;
  readonly key: Uint8Array;
}

function mixHash(state: Transcript, data: Uint8Array): Transcript {
  return { ...state, hash: crypto.sha256(concatBytes(state.hash, data)) };
}

/** X25519 refuses points of small order, whose shared secret would be known to everybody. */
function mixKey(state: Transcript, secret: Uint8Array, publicKey: Uint8Array): Transcript {
  let shared: Uint8Array;
  try {
    shared = x25519.getSharedSecret(secret, publicKey);
  } catch {
    throw new ChannelError('malformed');
  }
  const [chain, key] = hkdf2(state.chain, shared);
  return { ...state, chain, key };
}

interface Sealed {
  readonly message: Uint8Array;
  readonly state: Transcript;
}
interface Opened {
  readonly payload: Uint8Array;
  readonly state: Transcript;
}

/** Each key encrypts one message only, so its nonce is always 0. */
function seal(state: Transcript, ephemeral: Uint8Array, payload: Uint8Array): Sealed {
  const box = crypto.chacha.seal(state.key, nonceZero, state.hash, payload);
  return { message: concatBytes(ephemeral, box), state: mixHash(state, box) };
}

function open(state: Transcript, box: Uint8Array): Opened {
  try {
    const payload = crypto.chacha.open(state.key, nonceZero, state.hash, box);
    return { payload, state: mixHash(state, box) };
  } catch {
    throw new ChannelError('notAuthentic');
  }
}

function begin(prologue: Uint8Array, initiator: Uint8Array, responder: Uint8Array): Transcript {
  // The protocol name is exactly one hash long, so it is the first hash itself (§5.2).
  const empty: Transcript = { chain: protocol, hash: protocol, key: new Uint8Array(keyLength) };
  return [prologue, initiator, responder].reduce(mixHash, empty);
}

function split(message: Uint8Array): { ephemeral: Uint8Array; box: Uint8Array } {
  if (message.length < keyLength + tagLength) throw new ChannelError('malformed');
  return { ephemeral: message.slice(0, keyLength), box: message.subarray(keyLength) };
}

/** `-> e, es, ss` with the payload. `remote` is the responder's static key, `secret` the fresh ephemeral one. */
export function writeRequest(
  prologue: Uint8Array,
  self: KeyPair,
  remote: Uint8Array,
  secret: Uint8Array,
  payload: Uint8Array,
): Sealed {
  const ephemeral = x25519.getPublicKey(secret);
  const hashed = mixHash(begin(prologue, self.public, remote), ephemeral);
  return seal(mixKey(mixKey(hashed, secret, remote), self.secret, remote), ephemeral, payload);
}

/** The responder's reading of the request. @throws ChannelError malformed | notAuthentic */
export function readRequest(
  prologue: Uint8Array,
  self: KeyPair,
  remote: Uint8Array,
  message: Uint8Array,
): Opened & { readonly ephemeral: Uint8Array } {
  const { ephemeral, box } = split(message);
  const hashed = mixHash(begin(prologue, remote, self.public), ephemeral);
  const opened = open(mixKey(mixKey(hashed, self.secret, ephemeral), self.secret, remote), box);
  return { ...opened, ephemeral };
}

/** `<- e, ee, se` with the payload. `theirs` and `remote` are the initiator's ephemeral and static keys. */
export function writeReply(
  state: Transcript,
  secret: Uint8Array,
  theirs: Uint8Array,
  remote: Uint8Array,
  payload: Uint8Array,
): Sealed {
  const ephemeral = x25519.getPublicKey(secret);
  return seal(mixKey(mixKey(mixHash(state, ephemeral), secret, theirs), secret, remote), ephemeral, payload);
}

/** The initiator's reading of the reply; `secret` is the ephemeral one of its request. @throws ChannelError malformed | notAuthentic */
export function readReply(state: Transcript, self: KeyPair, secret: Uint8Array, message: Uint8Array): Opened {
  const { ephemeral, box } = split(message);
  return open(mixKey(mixKey(mixHash(state, ephemeral), secret, ephemeral), self.secret, ephemeral), box);
}

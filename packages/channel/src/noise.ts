import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ChannelError, hkdf2 } from './bytes.ts';
import type { Identity, PeerKeys } from './identity.ts';

/**
 * Noise_KK_25519_ChaChaPoly_SHA256 (Noise Protocol Framework rev. 34), one handshake per request: the first message is the request, the second
 * the reply. Both sides know each other's static key beforehand.
 *
 *     -> s;  <- s;  ...;  -> e, es, ss  (request);  <- e, ee, se  (reply)
 *
 * The reply has forward secrecy; a request could be repeated by who recorded it, which the receiver's replay guard refuses.
 */
const protocol = utf8ToBytes('Noise_KK_25519_ChaChaPoly_SHA256');
const prologue = utf8ToBytes('holdfast/channel/v1');
const version = 1;
const hintLength = 8;
const keyLength = 32;
const nonceZero = new Uint8Array(12);

interface State {
  chain: Uint8Array;
  hash: Uint8Array;
  key: Uint8Array;
}

function mixHash(state: State, data: Uint8Array): void {
  state.hash = sha256(concatBytes(state.hash, data));
}

function mixKey(state: State, secret: Uint8Array, publicKey: Uint8Array): void {
  let shared: Uint8Array;
  try {
    shared = x25519.getSharedSecret(secret, publicKey);
  } catch {
    throw new ChannelError('malformed');
  }
  [state.chain, state.key] = hkdf2(state.chain, shared);
}

/** Each key encrypts one message only, so its nonce is always 0. */
function seal(state: State, payload: Uint8Array): Uint8Array {
  const box = chacha20poly1305(state.key, nonceZero, state.hash).encrypt(payload);
  mixHash(state, box);
  return box;
}

function open(state: State, box: Uint8Array): Uint8Array {
  try {
    const payload = chacha20poly1305(state.key, nonceZero, state.hash).decrypt(box);
    mixHash(state, box);
    return payload;
  } catch {
    throw new ChannelError('notAuthentic');
  }
}

function begin(initiator: Uint8Array, responder: Uint8Array): State {
  const state = { chain: protocol, hash: protocol, key: new Uint8Array(keyLength) };
  for (const part of [prologue, initiator, responder]) mixHash(state, part);
  return state;
}

const hintOf = (channelKey: Uint8Array): Uint8Array => sha256(channelKey).subarray(0, hintLength);

export interface SealedRequest {
  /** What goes over the wire. */
  readonly message: Uint8Array;
  /** Opens the answer to this very request. @throws ChannelError notAuthentic | malformed */
  openReply(message: Uint8Array): Uint8Array;
}

/** Seals a request from `self` to `peer`. */
export function sealRequest(self: Identity, peer: PeerKeys, payload: Uint8Array): SealedRequest {
  const remote = hexToBytes(peer.channel);
  const secret = x25519.utils.randomSecretKey();
  const ephemeral = x25519.getPublicKey(secret);
  const state = begin(self.dh.public, remote);
  mixHash(state, ephemeral);
  mixKey(state, secret, remote);
  mixKey(state, self.dh.secret, remote);
  const message = concatBytes(Uint8Array.of(version), hintOf(self.dh.public), ephemeral, seal(state, payload));
  const openReply = (reply: Uint8Array): Uint8Array => {
    if (reply.length < keyLength + 16) throw new ChannelError('malformed');
    const theirs = reply.subarray(0, keyLength);
    const after = { ...state };
    mixHash(after, theirs);
    mixKey(after, secret, theirs);
    mixKey(after, self.dh.secret, theirs);
    return open(after, reply.subarray(keyLength));
  };
  return { message, openReply };
}

export interface OpenedRequest {
  /** The name under which the peer was given. */
  readonly peer: string;
  readonly payload: Uint8Array;
  /** Seals the one answer to this request. */
  reply(payload: Uint8Array): Uint8Array;
}

/** Opens a request addressed to `self` from one of the known peers. @throws ChannelError */
export function openRequest(
  self: Identity,
  peers: Readonly<Record<string, PeerKeys>>,
  message: Uint8Array,
): OpenedRequest {
  const ephemeralAt = 1 + hintLength;
  if (message.length < ephemeralAt + keyLength + 16 || message[0] !== version) throw new ChannelError('malformed');
  const hint = message.subarray(1, ephemeralAt);
  const known = Object.entries(peers).find(([, keys]) =>
    hintOf(hexToBytes(keys.channel)).every((byte, i) => byte === hint[i]),
  );
  if (!known) throw new ChannelError('unknownPeer');
  const [peer, keys] = known;
  const remote = hexToBytes(keys.channel);
  const theirs = message.subarray(ephemeralAt, ephemeralAt + keyLength);
  const state = begin(remote, self.dh.public);
  mixHash(state, theirs);
  mixKey(state, self.dh.secret, theirs);
  mixKey(state, self.dh.secret, remote);
  const payload = open(state, message.subarray(ephemeralAt + keyLength));
  const reply = (answer: Uint8Array): Uint8Array => {
    const secret = x25519.utils.randomSecretKey();
    const ephemeral = x25519.getPublicKey(secret);
    const after = { ...state };
    mixHash(after, ephemeral);
    mixKey(after, secret, theirs);
    mixKey(after, secret, remote);
    return concatBytes(ephemeral, seal(after, answer));
  };
  return { peer, payload, reply };
}

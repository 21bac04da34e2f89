import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { crypto } from '#crypto';
import { x25519 } from '#x25519';
import { ChannelError } from './bytes.ts';
import type { Identity, PeerKeys } from './identity.ts';
import { keyLength, readReply, readRequest, tagLength, writeReply, writeRequest } from './kk.ts';
import { createTransportSender, splitTranscript, type Transport } from './transport.ts';

/**
 * A Noise KK handshake: its first message is the request, its second the reply. Both sides know each other's static key beforehand. The reply has forward secrecy; a
 * request could be repeated by who recorded it, which the receiver's replay guard refuses. What it leaves may carry further requests (`transport.ts`), which have
 * forward secrecy too.
 *
 * On the wire a request is `version (1) ‖ hint (8) ‖ e (32) ‖ box`, a reply `e (32) ‖ box`. The hint only chooses the pinned key to try.
 */
const prologue = utf8ToBytes('holdfast/channel/v1');
const version = 1;
const hintLength = 8;
const messageAt = 1 + hintLength;

const hintOf = (channelKey: Uint8Array): Uint8Array => crypto.sha256(channelKey).subarray(0, hintLength);

/** Where the tag travels, over HTTP. */
export const tagHeader = 'holdfast-tag';
/** Over HTTP: whoever asks may send further requests under this handshake, and whoever answers has kept what it needs for that. Proves nothing, and needs not to. */
export const keepHeader = 'holdfast-keep';

/** How much of a request its tag is over: version, hint and ephemeral key. */
export const taggedLength = messageAt + keyLength;

/** Both sides can derive it, and nobody else: from the secret of the two static keys. */
const deriveTagKey = (self: Identity, remote: Uint8Array): Uint8Array =>
  crypto.hmac(x25519.getSharedSecret(self.dh.secret, remote), utf8ToBytes('holdfast/channel/tag/v1'));

interface Pinned {
  readonly remote: Uint8Array;
  readonly hint: Uint8Array;
}
/** More than anybody pins; whoever is forgotten is read anew. */
const mostPinned = 1_000;

/** What never changes of each of so many texts. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const last = known.get(text);
    if (last !== undefined) return last;
    if (known.size >= mostPinned) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** A peer's channel key as it was pinned, 64 hex digits. The bytes are the same ones each time, so their OpenSSL form is too (`x25519.node.ts`). */
const pinned = remembered<Pinned>((channel) => {
  const remote = hexToBytes(channel);
  return { remote, hint: hintOf(remote) };
});

const tagKeys = new WeakMap<Identity, (channel: string) => Uint8Array>();
/** Tag key of `self` and a peer, as long as that identity is held. */
function tagKey(self: Identity, channel: string): Uint8Array {
  const known = tagKeys.get(self) ?? remembered((peer) => deriveTagKey(self, pinned(peer).remote));
  tagKeys.set(self, known);
  return known(channel);
}

const tagOf = (key: Uint8Array, message: Uint8Array): string =>
  bytesToHex(crypto.hmac(key, message.subarray(0, taggedLength)));

/** Equal time whatever the difference. */
function equalText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/**
 * Tells by one HMAC whether the first `taggedLength` bytes of a request are a known peer's own, before anything else of it is read. It says nothing of the
 * rest, nor whether the request was seen before: it only lets what strangers send be put away without work.
 */
export function createHeadProof(
  self: Identity,
  peers: Readonly<Record<string, PeerKeys>>,
): (head: Uint8Array, tag: string) => boolean {
  const keys = Object.values(peers).map(({ channel }) => tagKey(self, channel));
  return (head, tag) => head.length >= taggedLength && keys.some((key) => equalText(tagOf(key, head), tag));
}

export interface SealedRequest {
  /** What goes over the wire. */
  readonly message: Uint8Array;
  /** Goes beside it, 64 hex digits: shows by one HMAC that the message's head is from `self` (`createHeadProof`). */
  readonly tag: string;
  /** Opens the answer to this very request. @throws ChannelError notAuthentic | malformed */
  openReply(message: Uint8Array): Uint8Array;
  /** What the handshake left once its reply was opened, for further requests. */
  left(): Transport | undefined;
}

/** Seals a request from `self` to `peer`. */
export function sealRequest(self: Identity, peer: PeerKeys, payload: Uint8Array): SealedRequest {
  const secret = x25519.randomSecretKey();
  const sealed = writeRequest(prologue, self.dh, pinned(peer.channel).remote, secret, payload);
  const message = concatBytes(Uint8Array.of(version), hintOf(self.dh.public), sealed.message);
  let left: Transport | undefined;
  return {
    message,
    tag: tagOf(tagKey(self, peer.channel), message),
    openReply: (reply) => {
      const { payload: answer, state } = readReply(sealed.state, self.dh, secret, reply);
      left = splitTranscript(state);
      return answer;
    },
    left: () => left,
  };
}

/** Seals requests from `self` to `peer` under what a handshake of theirs left, instead of one handshake each. */
export function createSender(
  self: Identity,
  peer: PeerKeys,
  transport: Transport,
): (payload: Uint8Array) => Omit<SealedRequest, 'left'> {
  const seal = createTransportSender(transport);
  return (payload) => {
    const sealed = seal(payload);
    return { ...sealed, tag: tagOf(tagKey(self, peer.channel), sealed.message) };
  };
}

export interface OpenedRequest {
  /** The name under which the peer was given. */
  readonly peer: string;
  readonly payload: Uint8Array;
  /** Seals the one answer to this request. */
  reply(payload: Uint8Array): Uint8Array;
  /** What the handshake left once it was answered, for further requests. */
  left(): Transport | undefined;
}

function peerByHint(peers: Readonly<Record<string, PeerKeys>>, hint: Uint8Array): { peer: string; remote: Uint8Array } {
  for (const [peer, keys] of Object.entries(peers)) {
    const { remote, hint: own } = pinned(keys.channel);
    if (own.every((byte, i) => byte === hint[i])) return { peer, remote };
  }
  throw new ChannelError('unknownPeer');
}

/** How much of a request `checkHead` looks at. */
export const headLength = messageAt;

/**
 * Judges a request by its first bytes, before the rest is read: could it be from one of the known peers? Proves nothing, since a hint can be copied.
 * @throws ChannelError malformed | unknownPeer
 */
export function checkHead(peers: Readonly<Record<string, PeerKeys>>, head: Uint8Array): void {
  if (head.length < messageAt || head[0] !== version) throw new ChannelError('malformed');
  peerByHint(peers, head.subarray(1, messageAt));
}

/** Opens a request addressed to `self` from one of the known peers. @throws ChannelError malformed | unknownPeer | notAuthentic */
export function openRequest(
  self: Identity,
  peers: Readonly<Record<string, PeerKeys>>,
  message: Uint8Array,
): OpenedRequest {
  if (message.length < messageAt + keyLength + tagLength || message[0] !== version) throw new ChannelError('malformed');
  const { peer, remote } = peerByHint(peers, message.subarray(1, messageAt));
  const { payload, state, ephemeral } = readRequest(prologue, self.dh, remote, message.subarray(messageAt));
  let left: Transport | undefined;
  const reply = (answer: Uint8Array): Uint8Array => {
    const sealed = writeReply(state, x25519.randomSecretKey(), ephemeral, remote, answer);
    left = splitTranscript(sealed.state);
    return sealed.message;
  };
  return { peer, payload, reply, left: () => left };
}

import { concatBytes } from '@noble/hashes/utils.js';
import { crypto } from '#crypto';
import { ChannelError, hkdf2 } from './bytes.ts';
import { type Transcript, tagLength } from './kk.ts';

/**
 * What a handshake leaves: keys for more requests and replies (Noise Protocol Framework rev. 34, `Split` of §5.2), each under its number, as they may overtake each
 * other (§11.4). A request and its reply have the same number, under a key for each direction.
 *
 * On the wire a request is `version 2 (1) ‖ session (16) ‖ number (8) ‖ box`, a reply is `box`.
 */
export interface Transport {
  /** 16 bytes that only name it: of the handshake's hash, which no other handshake has. */
  readonly id: Uint8Array;
  readonly requests: Uint8Array;
  readonly replies: Uint8Array;
}

const transportVersion = 2;
const idLength = 16;
const boxAt = 1 + idLength + 8;
/** How far behind the highest number a request may still arrive. */
const reach = 1_024;
/** Of one handshake; far from where a number would not be exact. */
const most = 2 ** 32;

export function splitTranscript({ chain, hash }: Transcript): Transport {
  const [requests, replies] = hkdf2(chain, new Uint8Array());
  return { id: hash.slice(0, idLength), requests, replies };
}

/** Noise's nonce: four zero bytes and the number, little-endian. */
function nonceOf(number: bigint): Uint8Array {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, number, true);
  return nonce;
}

function opened(key: Uint8Array, number: bigint, associated: Uint8Array, box: Uint8Array): Uint8Array {
  try {
    return crypto.chacha.open(key, nonceOf(number), associated, box);
  } catch {
    throw new ChannelError('notAuthentic');
  }
}

interface TransportRequest {
  readonly message: Uint8Array;
  /** Opens the answer to this very request. @throws ChannelError notAuthentic */
  openReply(box: Uint8Array): Uint8Array;
}

/** Seals requests under the keys of a handshake. Each has a number of its own; the caller keeps one of these for one `Transport`. */
export function createTransportSender({ id, requests, replies }: Transport): (payload: Uint8Array) => TransportRequest {
  let next = 0;
  return (payload) => {
    if (next >= most) throw new ChannelError('outOfOrder');
    const number = BigInt(next++);
    const head = concatBytes(Uint8Array.of(transportVersion), id, nonceOf(number).subarray(4));
    const message = concatBytes(head, crypto.chacha.seal(requests, nonceOf(number), head, payload));
    return { message, openReply: (box) => opened(replies, number, head, box) };
  };
}

/** The session that a request names; undefined for one that makes a handshake. @throws ChannelError malformed */
export function transportOf(message: Uint8Array): Uint8Array | undefined {
  if (message[0] !== transportVersion) return undefined;
  if (message.length < boxAt + tagLength) throw new ChannelError('malformed');
  return Uint8Array.from(message.subarray(1, 1 + idLength));
}

/** The numbers that have been used, as far back as one may still arrive. */
function createWindow(): (number: number) => boolean {
  let highest = -1;
  const seen = new Set<number>();
  return (number) => {
    if (number <= highest - reach || seen.has(number)) return false;
    if (number > highest + reach) seen.clear();
    else for (let at = highest + 1; at <= number; at++) seen.delete(at - reach);
    seen.add(number);
    highest = Math.max(highest, number);
    return true;
  };
}

interface OpenedTransport {
  readonly payload: Uint8Array;
  /** Seals the one answer to this request. @throws ChannelError outOfOrder when there was one: a key never seals two messages under one number */
  reply(payload: Uint8Array): Uint8Array;
}

/** Opens requests under the keys of a handshake, each number once. @throws ChannelError malformed | notAuthentic | replayed */
export function createTransportReceiver({ requests, replies }: Transport): (message: Uint8Array) => OpenedTransport {
  const isNew = createWindow();
  return (message) => {
    if (message.length < boxAt + tagLength || message[0] !== transportVersion) throw new ChannelError('malformed');
    // A copy, which a Buffer's own slice is not.
    const head = Uint8Array.from(message.subarray(0, boxAt));
    const number = new DataView(head.buffer).getBigUint64(1 + idLength, true);
    if (number >= BigInt(most)) throw new ChannelError('malformed');
    const payload = opened(requests, number, head, message.subarray(boxAt));
    // Only what is authentic uses its number up.
    if (!isNew(Number(number))) throw new ChannelError('replayed');
    let answered = false;
    const reply = (answer: Uint8Array): Uint8Array => {
      if (answered) throw new ChannelError('outOfOrder');
      answered = true;
      return crypto.chacha.seal(replies, nonceOf(number), head, answer);
    };
    return { payload, reply };
  };
}

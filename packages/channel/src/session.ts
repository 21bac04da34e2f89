import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ChannelError, framed } from './bytes.ts';
import type { Identity, PeerKeys } from './identity.ts';

/**
 * Encryption between the parties of one protocol session, whose messages an untrusted coordinator relays. Each party opens with a signed
 * hello: an ephemeral key and a fresh nonce over the session's context. The session id binds context, parties and every nonce, so a relay
 * that shows different hellos to different parties gives them different keys.
 */
export interface Hello {
  readonly party: string;
  /** X25519 public key, hex. */
  readonly ephemeral: string;
  /** 32 fresh bytes, hex. */
  readonly nonce: string;
  /** Ed25519 by the party's identity key, hex. */
  readonly signature: string;
}

const helloDomain = utf8ToBytes('holdfast/hello/v1');
const sessionDomain = utf8ToBytes('holdfast/session/v1');
const hex32 = /^[0-9a-f]{64}$/;

function helloBytes(hello: Omit<Hello, 'signature'>, context: Uint8Array): Uint8Array {
  return framed(helloDomain, context, utf8ToBytes(hello.party), hexToBytes(hello.ephemeral), hexToBytes(hello.nonce));
}

/** My part of a session's opening. `secret` stays with me and is used once. */
export function startHello(self: Identity, party: string, context: Uint8Array): { hello: Hello; secret: Uint8Array } {
  const secret = x25519.utils.randomSecretKey();
  const unsigned = { party, ephemeral: bytesToHex(x25519.getPublicKey(secret)), nonce: bytesToHex(randomBytes(32)) };
  const signature = bytesToHex(ed25519.sign(helloBytes(unsigned, context), self.sign.secret));
  return { hello: { ...unsigned, signature }, secret };
}

function isSigned(hello: Hello, context: Uint8Array, peer: PeerKeys): boolean {
  if (!hex32.test(hello.ephemeral) || !hex32.test(hello.nonce) || !/^[0-9a-f]{128}$/.test(hello.signature))
    return false;
  try {
    return ed25519.verify(hexToBytes(hello.signature), helloBytes(hello, context), hexToBytes(peer.identity), {
      zip215: false,
    });
  } catch {
    return false;
  }
}

export interface Session {
  /** 32 bytes that bind context, parties and all nonces. */
  readonly id: Uint8Array;
  readonly parties: readonly string[];
  /** Seals the message of a round for one party; each round once. */
  seal(to: string, round: number, payload: Uint8Array): Uint8Array;
  /** Opens the message of a round from one party; each round once. @throws ChannelError outOfOrder | notAuthentic */
  open(from: string, round: number, box: Uint8Array): Uint8Array;
}

export interface SessionOpening {
  /** My own party name, as in my hello. */
  readonly me: string;
  /** The secret of my hello. */
  readonly secret: Uint8Array;
  /** Everybody's hellos, mine included. */
  readonly hellos: readonly Hello[];
  /** Pinned keys by party name. */
  readonly peers: Readonly<Record<string, PeerKeys>>;
  readonly context: Uint8Array;
}

function directionKeys(opening: SessionOpening, id: Uint8Array, other: Hello): { out: Uint8Array; in: Uint8Array } {
  let shared: Uint8Array;
  try {
    shared = x25519.getSharedSecret(opening.secret, hexToBytes(other.ephemeral));
  } catch {
    throw new ChannelError('malformed');
  }
  const key = (from: string, to: string): Uint8Array =>
    hkdf(sha256, shared, id, framed(sessionDomain, utf8ToBytes(from), utf8ToBytes(to)), 32);
  return { out: key(opening.me, other.party), in: key(other.party, opening.me) };
}

function roundNonce(round: number): Uint8Array {
  const nonce = new Uint8Array(24);
  new DataView(nonce.buffer).setUint32(20, round);
  return nonce;
}

/** @throws ChannelError badSignature | malformed | unknownPeer */
export function openSession(opening: SessionOpening): Session {
  const hellos = [...opening.hellos].sort((a, b) => (a.party < b.party ? -1 : 1));
  const parties = hellos.map((hello) => hello.party);
  if (new Set(parties).size !== parties.length) throw new ChannelError('malformed');
  const mine = bytesToHex(x25519.getPublicKey(opening.secret));
  if (hellos.find((hello) => hello.party === opening.me)?.ephemeral !== mine) throw new ChannelError('malformed');
  for (const hello of hellos) {
    const peer = opening.peers[hello.party];
    if (!peer) throw new ChannelError('unknownPeer');
    if (!isSigned(hello, opening.context, peer)) throw new ChannelError('badSignature');
  }
  const names = hellos.map((hello) => utf8ToBytes(hello.party));
  const nonces = hellos.map((hello) => hexToBytes(hello.nonce));
  const id = sha256(framed(sessionDomain, opening.context, ...names, ...nonces));
  const others = hellos.filter((hello) => hello.party !== opening.me);
  const keys = new Map(others.map((hello) => [hello.party, directionKeys(opening, id, hello)]));
  const used = new Set<string>();
  const take = (direction: 'out' | 'in', other: string, round: number): Uint8Array => {
    const key = keys.get(other);
    if (!key) throw new ChannelError('unknownPeer');
    const mark = `${direction}:${other}:${round}`;
    if (used.has(mark)) throw new ChannelError('outOfOrder');
    used.add(mark);
    return key[direction];
  };
  const label = (from: string, to: string, round: number): Uint8Array =>
    framed(id, utf8ToBytes(from), utf8ToBytes(to), roundNonce(round));
  return {
    id,
    parties,
    seal: (to, round, payload) =>
      xchacha20poly1305(take('out', to, round), roundNonce(round), label(opening.me, to, round)).encrypt(payload),
    open: (from, round, box) => {
      const key = take('in', from, round);
      try {
        return xchacha20poly1305(key, roundNonce(round), label(from, opening.me, round)).decrypt(box);
      } catch {
        throw new ChannelError('notAuthentic');
      }
    },
  };
}

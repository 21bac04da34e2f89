import { ed25519 } from '@holdfast/ed25519';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { crypto } from '#crypto';
import { x25519 } from '#x25519';
import { ChannelError, framed } from './bytes.ts';
import type { Identity, PeerKeys } from './identity.ts';

/**
 * Encryption between the parties of one protocol session, whose messages an untrusted coordinator relays. Each party opens with a signed
 * hello: an ephemeral key and a fresh nonce over the session's context. The session id binds context, parties, and the nonce and
 * ephemeral key of each, so a relay that shows different hellos to different parties gives them different keys.
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
const sessionDomain = utf8ToBytes('holdfast/session/v2');
const hex32 = /^[0-9a-f]{64}$/;

function helloBytes(hello: Omit<Hello, 'signature'>, context: Uint8Array): Uint8Array {
  return framed(helloDomain, context, utf8ToBytes(hello.party), hexToBytes(hello.ephemeral), hexToBytes(hello.nonce));
}

/** My part of a session's opening. `secret` stays with me and is used once. */
export function startHello(self: Identity, party: string, context: Uint8Array): { hello: Hello; secret: Uint8Array } {
  const secret = x25519.randomSecretKey();
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
  /** 32 bytes that bind context, parties, and the nonce and ephemeral key of each. */
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
    crypto.hkdf(shared, id, framed(sessionDomain, utf8ToBytes(from), utf8ToBytes(to)));
  return { out: key(opening.me, other.party), in: key(other.party, opening.me) };
}

/** The round is the nonce; a number outside 32 bits would wrap around and use a nonce twice. */
function roundNonce(round: number): Uint8Array {
  if (!Number.isInteger(round) || round < 0 || round > 0xffffffff) throw new ChannelError('malformed');
  const nonce = new Uint8Array(24);
  new DataView(nonce.buffer).setUint32(20, round);
  return nonce;
}

/** The hellos in the order of their parties, each signed by the pinned key over this context, mine among them. */
function checkedHellos(opening: SessionOpening): Hello[] {
  const hellos = [...opening.hellos].sort((a, b) => (a.party < b.party ? -1 : 1));
  const parties = new Set(hellos.map((hello) => hello.party));
  if (hellos.length < 2 || parties.size !== hellos.length) throw new ChannelError('malformed');
  const mine = bytesToHex(x25519.getPublicKey(opening.secret));
  if (hellos.find((hello) => hello.party === opening.me)?.ephemeral !== mine) throw new ChannelError('malformed');
  for (const hello of hellos) {
    const peer = Object.hasOwn(opening.peers, hello.party) ? opening.peers[hello.party] : undefined;
    if (!peer) throw new ChannelError('unknownPeer');
    if (!isSigned(hello, opening.context, peer)) throw new ChannelError('badSignature');
  }
  return hellos;
}

function sessionId(hellos: readonly Hello[], context: Uint8Array): Uint8Array {
  const parts = hellos.flatMap(({ party, ephemeral, nonce }) => [
    utf8ToBytes(party),
    hexToBytes(ephemeral),
    hexToBytes(nonce),
  ]);
  return crypto.sha256(framed(sessionDomain, context, ...parts));
}

/**
 * Opens the session from everybody's hellos. Who takes part is what the hellos say: the caller compares `parties` with whom it expects, or
 * binds them into `context`.
 * @throws ChannelError badSignature | malformed | unknownPeer
 */
export function openSession(opening: SessionOpening): Session {
  const { me, context } = opening;
  const hellos = checkedHellos(opening);
  const id = sessionId(hellos, context);
  const others = hellos.filter((hello) => hello.party !== me);
  const keys = new Map(others.map((hello) => [hello.party, directionKeys(opening, id, hello)]));
  const used = new Set<string>();
  /** What an AEAD needs beside the message. */
  const sealing = (direction: 'out' | 'in', other: string, round: number): [Uint8Array, Uint8Array, Uint8Array] => {
    const key = keys.get(other)?.[direction];
    if (!key) throw new ChannelError('unknownPeer');
    if (used.has(`${direction}:${other}:${round}`)) throw new ChannelError('outOfOrder');
    const [from, to] = direction === 'out' ? [me, other] : [other, me];
    const nonce = roundNonce(round);
    return [key, nonce, framed(id, utf8ToBytes(from), utf8ToBytes(to), nonce)];
  };
  const seal = (to: string, round: number, payload: Uint8Array): Uint8Array => {
    const box = crypto.xchacha.seal(...sealing('out', to, round), payload);
    used.add(`out:${to}:${round}`);
    return box;
  };
  const open = (from: string, round: number, box: Uint8Array): Uint8Array => {
    const within = sealing('in', from, round);
    try {
      const payload = crypto.xchacha.open(...within, box);
      // Only an authentic box uses its round up: rubbish thrown in on the way does not end the session.
      used.add(`in:${from}:${round}`);
      return payload;
    } catch {
      throw new ChannelError('notAuthentic');
    }
  };
  return { id, parties: hellos.map((hello) => hello.party), seal, open };
}

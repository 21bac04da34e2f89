import { groupFor, type Point } from '../group.ts';
import type { PartyId } from '../types.ts';
import { type Header, protocols, type Reader, read, write } from '../wire.ts';
import { rvoleLengths } from './rvole.ts';
import type { Session } from './session.ts';

/** Message 1, to each other party: commitment to R_i, salt of our multiplication as Bob, Bob's message. */
export interface First {
  readonly commit: Uint8Array;
  readonly salt: Uint8Array;
  readonly multiply: Uint8Array;
}

/** Message 2: echo of all commitments, opening of R_i, public key part, Gamma_u, Gamma_v, psi, salt of our multiplication as Alice, Alice's message. */
export interface Second {
  readonly echo: Uint8Array;
  readonly nonce: Uint8Array;
  readonly opening: Uint8Array;
  readonly keyPart: Point;
  readonly gammaU: Point;
  readonly gammaV: Point;
  readonly psi: bigint;
  readonly salt: Uint8Array;
  readonly multiply: Uint8Array;
}

/** Message 3: w_i and u_i, the fraction of the signature. */
export interface Third {
  readonly w: bigint;
  readonly u: bigint;
}

const group = groupFor('secp256k1');
const lengths = [0, 64 + rvoleLengths.bob, 32 + 33 + 32 + 3 * 33 + 32 + 32 + rvoleLengths.alice, 64];

function headerOf(session: Session, round: number, from: PartyId, to: PartyId): Header {
  const other = from === session.me ? to : from;
  const context = session.peers[other]?.context ?? session.id;
  return { protocol: protocols.dkls23, round, from, to, context };
}

function reader(session: Session, round: number, from: PartyId, message: Uint8Array): Reader {
  return read(headerOf(session, round, from, session.me), message, lengths[round] ?? 0);
}

export function writeTo(session: Session, round: number, to: PartyId, ...fields: Uint8Array[]): Uint8Array {
  return write(headerOf(session, round, session.me, to), ...fields);
}

export function readFirst(session: Session, from: PartyId, message: Uint8Array): First {
  const fields = reader(session, 1, from, message);
  return { commit: fields.bytes(32), salt: fields.bytes(32), multiply: fields.bytes(rvoleLengths.bob) };
}

export function readSecond(session: Session, from: PartyId, message: Uint8Array): Second {
  const fields = reader(session, 2, from, message);
  return {
    echo: fields.bytes(32),
    nonce: fields.bytes(33),
    opening: fields.bytes(32),
    keyPart: fields.point(group),
    gammaU: fields.point(group),
    gammaV: fields.point(group),
    psi: fields.scalar(group),
    salt: fields.bytes(32),
    multiply: fields.bytes(rvoleLengths.alice),
  };
}

export function readThird(session: Session, from: PartyId, message: Uint8Array): Third {
  const fields = reader(session, 3, from, message);
  return { w: fields.scalar(group), u: fields.scalar(group) };
}

import { fault } from '../abort.ts';
import { shift } from '../derive.ts';
import { groupFor } from '../group.ts';
import { type Hedge, hedgeOf } from '../hedge.ts';
import { at, checkParties, without } from '../parties.ts';
import { lagrange } from '../polynomial.ts';
import { checkSession } from '../session.ts';
import { publicHash } from '../share.ts';
import { equalBytes, hash, hashToScalar } from '../transcript.ts';
import type { EcdsaInput, KeyShare, PairState, PartyId } from '../types.ts';
import { N, reduce } from './field.ts';

const group = groupFor('secp256k1');

/** What a signing run keeps about one counterparty: the context shared with it and our base OTs. */
export interface Peer {
  readonly context: Uint8Array;
  readonly choice: Uint8Array;
  readonly chosenSeeds: Uint8Array;
}

/** The agreed facts of a run, and what is mine of it. Plain data. */
export interface Session {
  readonly me: PartyId;
  readonly others: readonly PartyId[];
  readonly digest: Uint8Array;
  /** The key signed for: the group key moved by the tweak. */
  readonly publicKey: Uint8Array;
  /** Names the run: hash of session id, key and epoch, parties, tweak and digest. */
  readonly id: Uint8Array;
  readonly peers: Readonly<Record<PartyId, Peer>>;
  /** Secret: what every value that I draw in this run hangs on, beside the generator. */
  readonly hedge: Hedge;
}

/** Checks the input, and derives the run's facts and my additive share of the (tweaked) secret key. */
export function openRun(input: EcdsaInput): { session: Session; secret: bigint } {
  const { key, digest, tweak } = input;
  if (key.curve !== 'secp256k1') throw fault('ECDSA needs a secp256k1 key');
  if (digest.length !== 32) throw fault('a digest has 32 bytes');
  if (tweak < 0n || tweak >= N) throw fault('tweak out of range');
  const parties = checkParties(input.parties, key.me);
  if (parties.length < key.t) throw fault('fewer parties than the threshold');
  for (const party of parties) at(key.verifyingShares, party);
  const id = hash('dkls/run', checkSession(input.session), publicHash(key), tweakBytes(tweak), digest, ...parties);
  const others = without(parties, key.me);
  const peers: Record<PartyId, Peer> = {};
  let secret = lagrange(group, parties, key.me) * (key.share + tweak);
  for (const other of others) {
    const pair = checkPair(key, other, at(input.pairs, other));
    peers[other] = { context: hash('dkls/pair', id, pair.id), choice: pair.choice, chosenSeeds: pair.chosenSeeds };
    secret += zeroShare(key.me, other, pair.zeroSeed, id);
  }
  const session: Session = {
    me: key.me,
    others,
    digest,
    publicKey: shift(group, group.decodeOwn(key.groupPublic), tweak).toBytes(),
    id,
    peers,
    hedge: hedgeOf(group, key.share, id),
  };
  return { session, secret: reduce(secret) };
}

/** F_Zero of DKLs23: the two parties of a pair add the same value with opposite signs, so that all zero shares sum to zero. */
function zeroShare(me: PartyId, other: PartyId, seed: Uint8Array, run: Uint8Array): bigint {
  const value = hashToScalar(N, 'dkls/zero', seed, run);
  return me < other ? value : -value;
}

function checkPair(key: KeyShare, other: PartyId, pair: PairState): PairState {
  const fits =
    pair.me === key.me &&
    pair.other === other &&
    pair.epoch === key.epoch &&
    equalBytes(pair.groupPublic, key.groupPublic);
  if (!fits) throw fault('pair set-up of another key, party or epoch', other);
  return pair;
}

function tweakBytes(tweak: bigint): Uint8Array {
  return group.encodeScalar(tweak);
}

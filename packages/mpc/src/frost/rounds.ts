import type { FROST, FrostPublic, NonceCommitments, Nonces } from '@noble/curves/abstract/frost.js';
import { ed25519, ed25519_FROST } from '@noble/curves/ed25519.js';
import { schnorr, schnorr_FROST } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '#sha2';
import { cheat, fault } from '../abort.ts';
import { type Group, groupFor } from '../group.ts';
import { hedgedBytes, hedgeOf } from '../hedge.ts';
import { checkParties, collect, without } from '../parties.ts';
import { checkSession } from '../session.ts';
import { publicHash } from '../share.ts';
import { inMemory, spend } from '../state.ts';
import { hash } from '../transcript.ts';
import type { Broadcast, Curve, FrostInput, FrostSigner, FrostState, Messages, PartyId } from '../types.ts';
import { type Header, protocols, read, write } from '../wire.ts';
import { type Package, packageOf } from './package.ts';

interface Suite {
  readonly name: string;
  readonly curve: Curve;
  readonly frost: FROST;
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

const ed25519Suite: Suite = {
  name: 'ed25519',
  curve: 'ed25519',
  frost: ed25519_FROST,
  verify: (signature, message, publicKey) => ed25519.verify(signature, message, publicKey, { zip215: false }),
};

const taprootSuite: Suite = {
  name: 'taproot',
  curve: 'secp256k1',
  frost: schnorr_FROST,
  verify: (signature, message, publicKey) => schnorr.verify(signature, message, publicKey.subarray(1)),
};

interface Run {
  readonly me: PartyId;
  readonly others: readonly PartyId[];
  readonly context: Uint8Array;
  readonly message: Uint8Array;
}

type Committed = FrostState & { round: 1; run: Run; package: Package; nonces: Nonces; commitments: NonceCommitments };
type Signed = FrostState & { round: 2; run: Run; public: FrostPublic; list: NonceCommitments[]; share: Uint8Array };

function runOf(suite: Suite, input: FrostInput): Run {
  const { key, message, merkleRoot } = input;
  if (key.curve !== suite.curve) throw fault('key of another curve');
  if (merkleRoot && suite.name !== 'taproot') throw fault('only taproot takes a merkle root');
  const parties = checkParties(input.parties, key.me);
  if (parties.length < key.t) throw fault('fewer parties than the threshold');
  const tweak = input.tweak.toString(16);
  const what = [publicHash(key), tweak, merkleRoot ? 'tree' : 'plain', merkleRoot ?? '', sha256(message)];
  const context = hash('frost/run', suite.name, checkSession(input.session), ...what, ...parties);
  return { me: key.me, others: without(parties, key.me), context, message };
}

function header({ context }: Run, round: number, from: PartyId): Header {
  return { protocol: protocols.frost, round, from, to: 0, context };
}

/** RFC 9591 §5.1: two nonces and their commitments. §4.1 hashes random bytes and the share; ours hang on the run as well. */
function commit(suite: Suite, input: FrostInput): Broadcast<FrostState> {
  const run = runOf(suite, input);
  const pack = packageOf(input, suite.frost.Identifier.fromNumber);
  const hedge = hedgeOf(groupFor(suite.curve), input.key.share, run.context);
  let drawn = 0;
  const draw = (length = 32) => new Uint8Array(hedgedBytes(length, hedge, 'nonce', drawn++));
  const { nonces, commitments } = suite.frost.commit(pack.secret, draw);
  const state: Committed = { protocol: 'frost', round: 1, run, package: pack, nonces, commitments };
  const message = write(header(run, 1, run.me), commitments.hiding, commitments.binding);
  return { state: inMemory(state), broadcast: message };
}

/** §5.2: my signature share over everyone's commitments. The nonces are wiped. */
function sign(suite: Suite, spendable: FrostState, inbox: Messages): Broadcast<FrostState> {
  const { run, package: pack, nonces, commitments } = spend<Committed>(spendable, 'frost', 1);
  const group = groupFor(suite.curve);
  const list = [commitments];
  for (const [party, message] of collect(inbox, run.others))
    list.push(readCommitments(suite, group, run, party, message));
  checkOwnPoints(list, run.others);
  let share: Uint8Array;
  try {
    share = suite.frost.signShare(pack.secret, pack.public, nonces, list, run.message);
  } catch {
    throw fault(
      'malformed nonce commitment',
      run.others.find((party) => !decodes(suite, list, party)),
    );
  }
  const state: Signed = { protocol: 'frost', round: 2, run, public: pack.public, list, share };
  return { state: inMemory(state), broadcast: write(header(run, 2, run.me), share) };
}

/** The points are parsed and checked by noble (RFC 9591 §3.1: canonical, of prime order, not the identity). */
function readCommitments(suite: Suite, group: Group, run: Run, party: PartyId, message: Uint8Array): NonceCommitments {
  const fields = read(header(run, 1, party), message, 2 * group.pointBytes);
  const point = () => new Uint8Array(fields.bytes(group.pointBytes));
  return { identifier: suite.frost.Identifier.fromNumber(party), hiding: point(), binding: point() };
}

/** Nonces are drawn by each party for itself, so no two points are ever equal; whoever shows one of another's has no nonce for it. */
function checkOwnPoints(list: readonly NonceCommitments[], others: readonly PartyId[]): void {
  const seen = new Set<string>();
  list.forEach(({ hiding, binding }, i) => {
    for (const point of [hiding, binding]) {
      const name = bytesToHex(point);
      if (seen.has(name)) throw cheat('nonce commitment shown twice', others[i - 1]);
      seen.add(name);
    }
  });
}

function decodes(suite: Suite, list: readonly NonceCommitments[], party: PartyId): boolean {
  const group = groupFor(suite.curve);
  const entry = list.find(({ identifier }) => identifier === suite.frost.Identifier.fromNumber(party));
  try {
    return entry !== undefined && [entry.hiding, entry.binding].every((point) => group.decode(point));
  } catch {
    return false;
  }
}

/** §5.3 and §5.4: add up, verify, and name who sent a wrong share. The result is checked once more by the plain verifier. */
function aggregate(suite: Suite, spendable: FrostState, inbox: Messages): Uint8Array {
  const { run, public: pub, list, share } = spend<Signed>(spendable, 'frost', 2);
  const group = groupFor(suite.curve);
  const id = suite.frost.Identifier.fromNumber;
  const shares: Record<string, Uint8Array> = { [id(run.me)]: share };
  for (const [party, message] of collect(inbox, run.others)) {
    shares[id(party)] = group.encodeScalar(read(header(run, 2, party), message, 32).scalar(group));
  }
  const wrong = (party: PartyId) =>
    !suite.frost.verifyShare(pub, list, run.message, id(party), shares[id(party)] ?? share);
  let signature: Uint8Array;
  try {
    signature = suite.frost.aggregate(pub, list, run.message, shares);
  } catch {
    throw cheat('wrong signature share', run.others.find(wrong));
  }
  const publicKey = pub.commitments[0];
  if (!publicKey || !suite.verify(signature, run.message, publicKey)) throw cheat('the shares do not make a signature');
  return signature;
}

function signer(suite: Suite): FrostSigner {
  return {
    // Round 1 is drawn before anything is known of the others; the share of round 2 is the first to compute with key and message.
    partIn: 2,
    commit: (input) => commit(suite, input),
    sign: (state, commitments) => sign(suite, state, commitments),
    aggregate: (state, shares) => aggregate(suite, state, shares),
  };
}

/** FROST (RFC 9591, noble's implementation) for EdDSA and for taproot (BIP 340). */
export const frost: { readonly ed25519: FrostSigner; readonly taproot: FrostSigner } = {
  ed25519: signer(ed25519Suite),
  taproot: signer(taprootSuite),
};

import type { FrostPublic, FrostSecret } from '@noble/curves/abstract/frost.js';
import { shift } from '../derive.ts';
import { groupFor, mod, type Point } from '../group.ts';
import { at, checkParties } from '../parties.ts';
import type { FrostInput, PartyId } from '../types.ts';
import { applyToScalar, type OutputTweak, outputTweak } from './taproot.ts';

/** A key as noble's FROST takes it, moved to the child (and for taproot to the output key) that signs. */
export interface Package {
  readonly public: FrostPublic;
  readonly secret: FrostSecret;
}

/** Adding a constant to every share and to the key keeps Shamir's relation, and so does negating all (BIP 341 even y). */
export function packageOf(input: FrostInput, identifier: (party: PartyId) => string): Package {
  const { key, tweak } = input;
  const group = groupFor(key.curve);
  const child = shift(group, group.decodeOwn(key.groupPublic), tweak);
  const output = input.merkleRoot ? outputTweak(child.toBytes(), input.merkleRoot) : null;
  const move = (point: Uint8Array) =>
    new Uint8Array(onOutput(output, shift(group, group.decodeOwn(point), tweak)).toBytes());
  const share = mod(key.share + tweak, group.order);
  const verifyingShares = checkParties(input.parties, key.me).map((party): [string, Uint8Array<ArrayBuffer>] => [
    identifier(party),
    move(at(key.verifyingShares, party)),
  ]);
  return {
    public: {
      signers: { min: key.t, max: key.n },
      commitments: [move(key.groupPublic)],
      verifyingShares: Object.fromEntries(verifyingShares),
    },
    secret: {
      identifier: identifier(key.me),
      signingShare: new Uint8Array(group.encodeScalar(output ? applyToScalar(output, share) : share)),
    },
  };
}

function onOutput(output: OutputTweak | null, point: Point): Point {
  if (!output) return point;
  return shift(groupFor('secp256k1'), output.negate ? point.negate() : point, output.add);
}

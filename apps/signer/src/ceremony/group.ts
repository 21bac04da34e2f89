import { type KeyPublic, keyGroupId, verifyPossession } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { policyInForce, type SignerContext } from '../context.ts';
import { sealSecrets } from '../signing/shares.ts';
import type { CurvePublic, KeyGroupPublic, StoredGroup } from '../state/entries.ts';
import type { CeremonyResult } from './party.ts';

const curvePublic = ({ groupPublic, chainCode }: KeyPublic): CurvePublic => ({
  publicKey: bytesToHex(groupPublic),
  chainCode: bytesToHex(chainCode),
});

const verifyingOf = ({ verifyingShares }: KeyPublic): Record<string, string> =>
  Object.fromEntries(Object.entries(verifyingShares).map(([party, share]) => [party, bytesToHex(share)]));

/** Makes the stored form of a finished ceremony: public part in the open, shares sealed for exactly this place. */
export function groupOf(
  ctx: SignerContext,
  ceremony: string,
  parties: readonly string[],
  recovery: number,
  result: CeremonyResult,
): StoredGroup {
  const { secp256k1, ed25519 } = result;
  const id = keyGroupId(secp256k1, ed25519);
  const scope = {
    deployment: policyInForce(ctx).document.deployment,
    group: id,
    party: ctx.me,
    epoch: secp256k1.epoch,
  };
  const shared: KeyGroupPublic = {
    id,
    threshold: 2,
    parties,
    secp256k1: curvePublic(secp256k1),
    ed25519: curvePublic(ed25519),
    epoch: secp256k1.epoch,
    createdAt: ctx.now(),
    active: false,
  };
  return {
    ceremony,
    public: shared,
    recovery,
    verifying: { secp256k1: verifyingOf(secp256k1), ed25519: verifyingOf(ed25519) },
    sealed: sealSecrets(ctx.store.vault, scope, result),
  };
}

/** What the recovery party proves its shares for: this ceremony and this group, nothing else. */
export const possessionContext = (ceremony: string, group: string): Uint8Array =>
  sha256(utf8ToBytes(`holdfast/possession/v1|${ceremony}|${group}`));

export interface Possession {
  readonly secp256k1: string;
  readonly ed25519: string;
}

/** Does the kit's holder hold the recovery shares that this group was made with? */
export function provesPossession(group: StoredGroup, proofs: Possession): boolean {
  const context = possessionContext(group.ceremony, group.public.id);
  return (['secp256k1', 'ed25519'] as const).every((curve) => {
    const { publicKey, chainCode } = group.public[curve];
    const shares = Object.entries(group.verifying[curve]).map(([party, share]) => [party, hexToBytes(share)]);
    const key: KeyPublic = {
      curve,
      t: group.public.threshold,
      n: group.public.parties.length,
      groupPublic: hexToBytes(publicKey),
      verifyingShares: Object.fromEntries(shares),
      chainCode: hexToBytes(chainCode),
      epoch: group.public.epoch,
    };
    return verifyPossession(key, group.recovery, context, hexToBytes(proofs[curve]));
  });
}

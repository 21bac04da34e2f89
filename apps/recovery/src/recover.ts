import { type ChainConfig, ChainError, curveAt, familyOf, groupKeyAt, type KeyRoots } from '@holdfast/chains';
import { bip32Tweak, type Curve, childSecret, ed25519Tweak, type KeyShare, recoverSecret } from '@holdfast/mpc';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Kit, kitGroup } from './kit.ts';

/** Offline recovery: the whole key from t kits, for the day when the signers are gone. Nothing here needs a network or a server. */
export type RecoverFault =
  | 'otherGroup'
  | 'otherEpoch'
  | 'sameParty'
  | 'tooFewShares'
  | 'wrongKey'
  | 'unknownNetwork'
  | 'badChains'
  | 'badAddress'
  | 'otherPayment';

export class RecoverError extends Error {
  readonly code: RecoverFault;
  constructor(code: RecoverFault, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.code = code;
  }
}

/** Do these kits belong together? @throws RecoverError otherGroup | otherEpoch | sameParty */
export function checkKits(kits: readonly [Kit, ...Kit[]]): void {
  const [first] = kits;
  for (const kit of kits) {
    if (kitGroup(kit) !== kitGroup(first) || kit.deployment !== first.deployment) throw new RecoverError('otherGroup');
    if (kit.secp256k1.epoch !== first.secp256k1.epoch || kit.ed25519.epoch !== first.ed25519.epoch)
      throw new RecoverError('otherEpoch');
  }
  const parties = kits.map((kit) => kit.secp256k1.me);
  if (new Set(parties).size !== parties.length) throw new RecoverError('sameParty', parties.join(', '));
}

/** The two whole secrets, each checked by the library against the group's public key. */
export interface Recovered {
  readonly secp256k1: bigint;
  readonly ed25519: bigint;
}

/** @throws RecoverError */
export function recoverKeys(kits: readonly [Kit, ...Kit[]]): Recovered {
  checkKits(kits);
  const needed = kits[0].secp256k1.t;
  if (kits.length < needed) throw new RecoverError('tooFewShares', `${kits.length} of ${needed}`);
  const whole = (pick: (kit: Kit) => KeyShare): bigint => {
    try {
      return recoverSecret(kits.map(pick));
    } catch {
      throw new RecoverError('wrongKey');
    }
  };
  return { secp256k1: whole((kit) => kit.secp256k1), ed25519: whole((kit) => kit.ed25519) };
}

function familyIdOf(chainId: string): string {
  try {
    return familyOf(chainId).id;
  } catch (error) {
    if (error instanceof ChainError) throw new RecoverError('unknownNetwork', chainId);
    throw error;
  }
}

/** Networks whose addresses can be worked out without a configuration file. */
export function chainOf(id: string): ChainConfig {
  const family = familyIdOf(id);
  const confirmations = { deposit: 1, withdraw: 1 };
  return { id, family, name: id, baseSymbol: '', rpcUrl: '', confirmations, assets: [], maxFee: '0' };
}

const rootOf = ({ groupPublic, chainCode }: KeyShare) => ({
  publicKey: bytesToHex(groupPublic),
  chainCode: bytesToHex(chainCode),
});

/** The public roots of the kit's group, which every kit has. */
export const rootsOf = ({ secp256k1, ed25519 }: Kit): KeyRoots => ({
  secp256k1: rootOf(secp256k1),
  ed25519: rootOf(ed25519),
});

/** An address from public data alone; one kit is enough for that. */
export function addressFromKit(kit: Kit, chainId: string, path: string): string {
  const chain = chainOf(chainId);
  return familyOf(chain).addressOf(chain, groupKeyAt(rootsOf(kit), path), path);
}

const tweaks = { secp256k1: bip32Tweak, ed25519: ed25519Tweak } satisfies Record<Curve, unknown>;

/**
 * The private key of one child address, 64 hex: root secret plus the path's public tweak. secp256k1 (BIP 32): the number, as wallets import it. ed25519: the
 * scalar, little-endian; it is no seed, and no wallet imports it as one.
 */
export function childPrivateKey(kit: Kit, recovered: Recovered, path: string): string {
  const curve = curveAt(path);
  const { groupPublic, chainCode } = kit[curve];
  const { tweak } = tweaks[curve](groupPublic, chainCode, path.split('/').slice(1).map(Number));
  return bytesToHex(childSecret(curve, recovered[curve], tweak));
}

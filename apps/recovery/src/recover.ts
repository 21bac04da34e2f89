import { type ChainConfig, ChainError, childPublicKey, familyOf } from '@holdfast/chains';
import { bip32Tweak, childSecret, type KeyShare, recoverSecret } from '@holdfast/mpc';
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
  | 'unknownScheme'
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

/** An address from public data alone; one kit is enough for that. */
export function addressFromKit(kit: Kit, chainId: string, path: string): string {
  const { groupPublic, chainCode } = kit.secp256k1;
  const chain = chainOf(chainId);
  const root = { publicKey: bytesToHex(groupPublic), chainCode: bytesToHex(chainCode) };
  return familyOf(chain).addressOf(chain, childPublicKey(root, path));
}

/** The private key of one child address, 64 hex: root secret plus the path's public tweak (BIP32, non-hardened). */
export function childPrivateKey(kit: Kit, recovered: Recovered, path: string): string {
  const steps = path.split('/').slice(1).map(Number);
  const { tweak } = bip32Tweak(kit.secp256k1.groupPublic, kit.secp256k1.chainCode, steps);
  return bytesToHex(childSecret('secp256k1', recovered.secp256k1, tweak));
}
